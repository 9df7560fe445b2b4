# The page in a container:
#   docker build -t rankviz .
#   docker run --rm -p 8501:8501 rankviz
# With a folder of run files for the Runs page:
#   docker run --rm -p 8501:8501 -v /folder/of/runs:/data:ro rankviz rankviz serve --address 0.0.0.0 --data /data
FROM python:3.13-slim

WORKDIR /source
COPY pyproject.toml README.md LICENSE ./
COPY .streamlit/config.toml .streamlit/
COPY rankviz rankviz
RUN pip install --no-cache-dir ".[app]"

RUN useradd --create-home rankviz
USER rankviz
WORKDIR /home/rankviz

EXPOSE 8501
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s CMD ["python", "-c", "from http.client import HTTPConnection as C; c = C('localhost', 8501, timeout=4); c.request('GET', '/_stcore/health'); exit(c.getresponse().status != 200)"]
CMD ["rankviz", "serve", "--address", "0.0.0.0"]
