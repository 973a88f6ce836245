# syntax=docker/dockerfile:1
# Builds, tests and packages Chatprint.
#
#   docker build -t chatprint .                                   everything
#   docker build --build-arg VERSION="$(cat Sources/chatprint/version.txt)" .    labeled with its version
#   docker build -t chatprint:slim --build-arg VARIANT=slim .     one weight of Han, no HEIC support, no video
#   docker build --target test .                                  the test suite in the image's own system
#   docker run --rm --read-only --tmpfs /tmp -p 8080:8080 chatprint
#
# The runtime image contains the program, its libraries, fonts, time zones and licenses, but no shell and no
# package manager. `script/image` builds and tests it without a daemon.
ARG SWIFT_IMAGE=docker.io/library/swift:6.3-bookworm
ARG RUNTIME_IMAGE=docker.io/library/debian:bookworm-slim

FROM ${SWIFT_IMAGE} AS dependencies
WORKDIR /source
COPY script/install script/install
RUN script/install --libraries && rm -rf /var/lib/apt/lists/*

# The tests are excluded, also from the package manifest, so that a changed test causes no rebuild.
FROM dependencies AS build
ENV CHATPRINT_TESTS=0
COPY Package.swift Package.swift
COPY script/build script/build
COPY Sources Sources
# Themes, languages, locales, schema and page are embedded in the program.
COPY config config
RUN --mount=type=cache,target=/source/.build,id=chatprint-build,sharing=locked \
    install -D -s "$(script/build --static-swift-stdlib)" /out/chatprint

# Some tests open two thousand connections, which the hard limit of descriptors must allow.
FROM dependencies AS test
SHELL ["/bin/bash", "-o", "pipefail", "-c"]
RUN script/install --tests && rm -rf /var/lib/apt/lists/*
COPY . .
RUN --mount=type=cache,target=/source/.build,id=chatprint-test,sharing=locked \
    swift build --build-tests && ulimit -n "$(ulimit -Hn)" && swift test --skip-build

# Assembles the system of the runtime image: packages change rarely, the program often.
FROM ${RUNTIME_IMAGE} AS system
ARG VARIANT=full
COPY script/image-root config/fonts.conf /
# hadolint ignore=DL3008,SC2086
RUN libraries="libc6 libstdc++6 libglib2.0-0 libcairo2 libpangocairo-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 \
        libisal2 libdeflate0 libpng16-16 libturbojpeg0 libwebp7 libgif7 libimagequant0 libzip4 libsqlite3-0 libcmark-gfm0.29.0.gfm.6 \
        libcmark-gfm-extensions0.29.0.gfm.6 liblcms2-2 libseccomp2 libssl3" \
    && if [ "${VARIANT}" = full ]; then libraries="${libraries} libheif1 libopenh264-7 libopus0 libx264-164 libvpx7"; fi \
    && packages="${libraries} fonts-inter fonts-roboto-unhinted fonts-dejavu-core fonts-noto-core \
        fonts-noto-cjk fonts-noto-color-emoji tzdata" \
    && apt-get update \
    && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends fontconfig ${packages} \
    && rm -rf /var/lib/apt/lists/* \
    && /image-root /image "${VARIANT}" /fonts.conf ${packages}

FROM scratch AS runtime
COPY --from=system /image /
COPY config/chatprint.json config/fonts.conf config/openapi.json config/schema.json /etc/chatprint/
COPY config/page /etc/chatprint/page
COPY config/docs /etc/chatprint/docs
COPY config/themes /etc/chatprint/themes
COPY config/languages /etc/chatprint/languages
COPY config/imports /etc/chatprint/imports
# The license of the data in the program.
COPY config/locales/LICENSE.txt /usr/share/doc/chatprint/unicode.txt
COPY --from=build /out/chatprint /usr/local/bin/chatprint
# Runs only if every library it loads is present.
RUN ["/usr/local/bin/chatprint", "version"]

# A label cannot be read from a file: script/image passes the content of Sources/chatprint/version.txt.
ARG VERSION=unknown
ARG REVISION=unknown
LABEL org.opencontainers.image.title="chatprint" \
      org.opencontainers.image.description="Renders chat transcripts as PNG, PDF and SVG over HTTP" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.base.name="docker.io/library/debian:bookworm-slim"
ENV CHATPRINT_CONFIG=/etc/chatprint CHATPRINT_HOST=0.0.0.0 CHATPRINT_PORT=8080
USER 10001:10001
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=4s --start-period=5s --retries=3 \
    CMD ["/usr/local/bin/chatprint", "health"]
ENTRYPOINT ["/usr/local/bin/chatprint"]
CMD ["serve"]
