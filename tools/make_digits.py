"""Make the bundled example of run files from scikit-learn's handwritten digits: `python -m tools.make_digits`.

Images are queries and documents; two rankers look for images of the same digit, and the true digits give the judgments.
Nothing is downloaded. The same text comes out every time; `tests/runs/test_digits.py` compares it with the files.
"""

from __future__ import annotations

import gzip
import io
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from sklearn.datasets import load_digits  # type: ignore[import-untyped]
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis  # type: ignore[import-untyped]

FOLDER = Path(__file__).resolve().parent.parent / "rankviz" / "examples" / "digits"
SEED_OF_QUERIES = 1998
SEED_OF_POOL = 1999
CLASSES = 10
QUERIES_PER_CLASS = 12
DEPTH = 100  # results for a query
PLACES = 6  # decimals of a score
POOL_DEPTH = 30  # results of each ranker that are judged
POOL_RANDOM = 24  # other documents that are judged, so that the pool also holds what no ranker found
TYPICAL = 0.75  # documents of the right class from this quantile of their cosine to the class's mean on get grade 3
SIMILAR = 0.85  # classes are similar from this cosine of their means on, which each of the ten has with another one

Scores = NDArray[np.float64]
Numbers = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Collection:
    """Images, split into queries and documents.

    Parameters
    ----------
    pixels : float64 (1797, 64)
        Ink per pixel, 0 to 16.
    digit : int64 (1797,)
        What was written, 0 to 9.
    queries, documents : int64 (120,) and (1677,)
        Numbers of images, rising; together all of them.
    """

    pixels: Scores
    digit: Numbers
    queries: Numbers
    documents: Numbers

    def query_id(self, query: int) -> str:
        """Name a query by its image and its digit."""
        image = self.queries[query]
        return f"q{image:04d}-{self.digit[image]}"

    def document_id(self, document: int) -> str:
        """Name a document by its image; its digit is not told."""
        return f"digit-{self.documents[document]:04d}"


def collection() -> Collection:
    """Take as many queries of each digit, drawn without replacement."""
    pixels, digit = load_digits(return_X_y=True)
    draw = np.random.RandomState(SEED_OF_QUERIES)  # later versions of NumPy keep this stream, unlike that of `default_rng`
    drawn = [draw.choice(np.flatnonzero(digit == each), QUERIES_PER_CLASS, replace=False) for each in range(CLASSES)]
    queries = np.sort(np.concatenate(drawn))
    return Collection(pixels, digit, queries, np.setdiff1d(np.arange(len(digit)), queries))


def cosines(left: Scores, right: Scores) -> Scores:
    """Cosine of the angle between each row of the left (A, D) and each of the right (B, D); shape (A, B)."""
    left, right = (each / np.linalg.norm(each, axis=1, keepdims=True) for each in (left, right))
    return np.asarray(left @ right.T)


def score(images: Collection) -> dict[str, Scores]:
    """Score every document for every query by both rankers; each (120, 1677), rounded as they are written.

    `pixels` compares the images as they are. `lda` was taught: it compares them in the nine dimensions of a linear discriminant
    analysis of the documents and their digits. The queries were not part of that.
    """
    queries, documents = images.pixels[images.queries], images.pixels[images.documents]
    learned = LinearDiscriminantAnalysis().fit(documents, images.digit[images.documents])
    spaces = {"pixels": (queries, documents), "lda": (learned.transform(queries), learned.transform(documents))}
    return {name: np.round(cosines(*space), PLACES) for name, space in spaces.items()}


def rank(scores: Scores, depth: int) -> Numbers:
    """Places of the best documents for each query (120, depth), best first; equal scores in the order of the documents."""
    return np.argsort(-scores, axis=1, kind="stable")[:, :depth]


def judge(images: Collection) -> Numbers:
    """Grade every document for every query; (120, 1677).

    3: the same digit, and of the quarter of its documents that is nearest to their mean image. 2: the same digit. 1: a digit
    whose mean image is similar to that of the query's digit. 0: any other. The query's own image plays no part, on purpose:
    a grade by the likeness of two images would favour the ranker that measures just that.
    """
    pixels, written = images.pixels[images.documents], images.digit[images.documents]
    means = np.stack([pixels[written == each].mean(axis=0) for each in range(CLASSES)])
    to_own_mean = np.round(cosines(pixels, means), PLACES)[np.arange(len(pixels)), written]
    least = np.array([np.quantile(to_own_mean[written == each], TYPICAL) for each in range(CLASSES)])
    typical = to_own_mean >= least[written]
    wanted = images.digit[images.queries][:, None]
    similar = (cosines(means, means) >= SIMILAR)[wanted, written]
    return np.where(written == wanted, np.where(typical, 3, 2), np.where(similar, 1, 0))


def pool(scores: dict[str, Scores]) -> list[Numbers]:
    """Choose the documents to judge for each query: the best of both rankers, and some drawn from the others."""
    draw = np.random.RandomState(SEED_OF_POOL)
    best = np.concatenate([rank(each, POOL_DEPTH) for each in scores.values()], axis=1)
    everything = np.arange(next(iter(scores.values())).shape[1])
    others = [draw.choice(np.setdiff1d(everything, found), POOL_RANDOM, replace=False) for found in best]
    return [np.union1d(found, drawn) for found, drawn in zip(best, others, strict=True)]


def run_text(images: Collection, scores: Scores, tag: str) -> str:
    """Write a run: query, Q0, document, rank from 1 on, score, tag."""
    lines = [
        f"{images.query_id(query)} Q0 {images.document_id(document)} {place} {scores[query, document]:.{PLACES}f} {tag}\n"
        for query, documents in enumerate(rank(scores, DEPTH))
        for place, document in enumerate(documents, start=1)
    ]
    return "".join(lines)


def qrels_text(images: Collection, judged: list[Numbers]) -> str:
    """Write judgments: query, 0, document, grade."""
    grades = judge(images)
    lines = [
        f"{images.query_id(query)} 0 {images.document_id(document)} {grades[query, document]}\n"
        for query, documents in enumerate(judged)
        for document in documents
    ]
    return "".join(lines)


def make() -> dict[str, str]:
    """Make the text of every file, by the file's name."""
    images = collection()
    scores = score(images)
    texts = {f"{name}.run.gz": run_text(images, each, name) for name, each in scores.items()}
    return {**texts, "qrels.txt.gz": qrels_text(images, pool(scores))}


def compress(text: str) -> bytes:
    """Compress without a time and without a name, so that the same text gives the same bytes."""
    buffer = io.BytesIO()
    with gzip.GzipFile(filename="", fileobj=buffer, mode="wb", compresslevel=9, mtime=0) as file:
        file.write(text.encode("ascii"))
    return buffer.getvalue()


def main() -> int:
    """Write the files."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, text in make().items():
        (FOLDER / name).write_bytes(compress(text))
        print(f"{name}: {text.count(chr(10))} lines, {(FOLDER / name).stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
