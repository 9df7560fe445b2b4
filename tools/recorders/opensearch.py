"""Record the metrics of OpenSearch's Search Relevance Workbench: its own classes, called by a few lines of Java.

    python -m tools.recorders.opensearch opensearch.json FOLDER RELEASE

FOLDER is a checkout of https://github.com/opensearch-project/search-relevance at RELEASE, of which
`metrics/calculator/Evaluation.java` and, from 3.6 on, `JudgmentThresholdCalculator.java` are compiled. Needs a JDK.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.recorders.common import Measure, record
from tools.recorders.lists import COPIES, LISTS, NOT_JUDGED, NOT_RETRIEVED, Query

KS = (1, 3, 10)
WHOLE = (*LISTS, *COPIES, NOT_RETRIEVED, NOT_JUDGED)
PACKAGE = "org.opensearch.searchrelevance.metrics.calculator"
GRADED = {"NDCG": "calculateNDCGAtK"}
BINARY = {"Precision": "calculatePrecisionAtK", "MAP": "calculateMAPAtK"}
# From 3.6 on.
MORE_GRADED = {"DCG": "calculateDCGAtK"}
MORE_BINARY = {"Recall": "calculateRecallAtK", "MRR": "calculateReciprocalRank"}
THRESHOLD = ", JudgmentThresholdCalculator.computeThreshold(judged)"
# Of each list two lines are read, what was found and what was judged, and one is written.
DRIVER = """
package PACKAGE;
import java.util.*;
public class Driver {
  static List<String> row(Scanner in) {
    List<String> found = new ArrayList<>(Arrays.asList(in.nextLine().split("\\t")));
    found.removeIf(String::isEmpty);
    return found;
  }
  public static void main(String[] given) {
    Scanner in = new Scanner(System.in, "UTF-8");
    while (in.hasNextLine()) {
      List<String> docs = row(in);
      Map<String, String> judged = new LinkedHashMap<>();
      for (String each : row(in)) judged.put(each.split("=")[0], each.split("=")[1]);
      StringBuilder out = new StringBuilder();
      for (int k : new int[] {KS}) { CALLS }
      System.out.println(out);
    }
  }
}
"""


def answers(folder: Path) -> tuple[list[Measure], dict[tuple[str, str], float]]:
    """What can be asked for, and every answer by measure and list."""
    classes = folder / "src" / "main" / "java" / Path(*PACKAGE.split("."))
    sources = [each for each in ("Evaluation.java", "JudgmentThresholdCalculator.java") if (classes / each).exists()]
    last = THRESHOLD if len(sources) > 1 else ""
    graded, binary = ({**GRADED, **MORE_GRADED}, {**BINARY, **MORE_BINARY}) if last else (GRADED, BINARY)
    calls = {name: f"Evaluation.{method}(docs, judged, k)" for name, method in graded.items()}
    calls |= {name: f"Evaluation.{method}(docs, judged, k{last})" for name, method in binary.items()}
    written = " ".join(f'out.append({call}).append("\\t");' for call in calls.values())
    driver = DRIVER.replace("PACKAGE", PACKAGE).replace("KS", ", ".join(map(str, KS))).replace("CALLS", written)
    rows = run(driver, [classes / each for each in sources]).splitlines()
    asked = [Measure(f"{name}@{k}") for k in KS for name in calls]
    return asked, {
        (measure.key, query.name): float(value)
        for query, row in zip(WHOLE, rows, strict=True)
        for measure, value in zip(asked, row.split(), strict=True)
    }


def run(driver: str, sources: Sequence[Path]) -> str:
    """Compile, and give the program all lists."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "Driver.java")
        path.write_text(driver, encoding="utf-8")
        subprocess.run(["javac", "-d", folder, str(path), *map(str, sources)], check=True)
        command = ["java", "-cp", folder, f"{PACKAGE}.Driver"]
        lists = "".join(map(as_lines, WHOLE))
        return subprocess.run(command, input=lists, capture_output=True, text=True, check=True).stdout


def as_lines(query: Query) -> str:
    """Two lines: what was found, and what was judged."""
    judged = "\t".join(f"{doc}={grade}" for doc, grade in query.judgments.items())
    return "\t".join(query.ranked) + "\n" + judged + "\n"


def main() -> None:
    """Compile and run, and write what was answered."""
    asked, found = answers(Path(sys.argv[2]))
    record(
        "opensearch",
        "Evaluation.calculate<measure>(docs, judgments, k), for binary measures from 3.6 on with the threshold that "
        "JudgmentThresholdCalculator.computeThreshold(judgments) gives",
        asked,
        lambda measure, queries: found[measure.key, queries[0].name],
        (),
        WHOLE,
        None,
        notes=["All values are rounded to two decimals by the library. MRR is that of one list, cut at k."],
        release=sys.argv[3],
    )


if __name__ == "__main__":
    main()
