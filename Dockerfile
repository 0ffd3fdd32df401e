# The game server. `docker build -t branchline .`, then see docs/hosting.md.

FROM node:24-bookworm-slim AS client
WORKDIR /build/client
COPY client/package.json client/package-lock.json client/.npmrc ./
RUN npm ci
COPY client ./
COPY src/branchline/catalogue /build/src/branchline/catalogue
RUN npm run build

FROM python:3.12-slim-bookworm AS build
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
RUN python -m venv /opt/branchline && python -m venv /opt/build
WORKDIR /build
COPY pyproject.toml requirements.lock setup.py README.md LICENSE ./
COPY tools/lock.py ./tools/
# What runs is installed by itself; what builds stays behind. All of it comes from the lock, hashes checked.
RUN python tools/lock.py take server >server.txt && python tools/lock.py take build >build.txt \
    && /opt/branchline/bin/pip install --no-cache-dir --require-hashes --no-deps -r server.txt \
    && /opt/build/bin/pip install --no-cache-dir --require-hashes --no-deps -r build.txt
COPY src ./src
COPY --from=client /build/src/branchline/server/pages ./src/branchline/server/pages
RUN /opt/build/bin/pip wheel --no-cache-dir --no-deps --no-build-isolation --wheel-dir dist . \
    && /opt/branchline/bin/pip install --no-cache-dir --no-deps dist/*.whl

FROM python:3.12-slim-bookworm
RUN useradd --system --uid 10001 --create-home --home-dir /data branchline
COPY --from=build /opt/branchline /opt/branchline
ENV PATH=/opt/branchline/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    BRANCHLINE_HOST=0.0.0.0 \
    BRANCHLINE_PORT=8000 \
    BRANCHLINE_DATABASE=sqlite:////data/branchline.db \
    BRANCHLINE_LOG_JSON=1
USER branchline
WORKDIR /data
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=6s --start-period=20s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/ready', timeout=5)"]
CMD ["branchline", "serve"]
