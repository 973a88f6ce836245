# syntax=docker/dockerfile:1
# Builds, tests and packs Chatprint. The runtime image holds the program, the libraries it loads, fonts
# and time zones; no shell is needed to run it.
#
#   docker build -t chatprint .
#   docker run --rm --read-only --tmpfs /tmp -p 8080:8080 chatprint
ARG SWIFT_IMAGE=docker.io/library/swift:6.3-bookworm
ARG RUNTIME_IMAGE=docker.io/library/debian:bookworm-slim

FROM ${SWIFT_IMAGE} AS dependencies
WORKDIR /source
COPY script/install script/install
RUN script/install --tests

FROM dependencies AS build
COPY Package.swift Package.swift
COPY Sources Sources
COPY Tests Tests
COPY config config
COPY README.md README.md
RUN swift build -c release --product chatprint --static-swift-stdlib \
    && install -D -s "$(swift build -c release --show-bin-path)/chatprint" /out/chatprint

FROM build AS test
COPY . .
RUN script/test

FROM ${RUNTIME_IMAGE} AS runtime
# A smaller set of Han fonts: `--build-arg CJK_FONTS=fonts-droid-fallback`.
ARG CJK_FONTS=fonts-noto-cjk
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install -y --no-install-recommends \
        libcairo2 libpangocairo-1.0-0 libpangoft2-1.0-0 libisal2 libdeflate0 libpng16-16 \
        libturbojpeg0 libwebp7 libgif7 libheif1 libzip4 libcmark-gfm0.29.0.gfm.6 \
        libcmark-gfm-extensions0.29.0.gfm.6 libqpdf29 liblcms2-2 fontconfig fonts-inter \
        fonts-roboto-unhinted fonts-dejavu-core fonts-noto-core fonts-noto-color-emoji "${CJK_FONTS}" tzdata \
    && rm -rf /var/lib/apt/lists/* /usr/share/doc /usr/share/man \
    && useradd --system --uid 10001 --no-create-home --shell /usr/sbin/nologin chatprint
COPY config /etc/chatprint
COPY --from=build /out/chatprint /usr/local/bin/chatprint
RUN FONTCONFIG_FILE=/etc/chatprint/fonts.conf fc-cache -f

LABEL org.opencontainers.image.title="chatprint" \
      org.opencontainers.image.description="Renders chat transcripts as PNG and PDF" \
      org.opencontainers.image.version="1.0.0"
ENV CHATPRINT_CONFIG=/etc/chatprint CHATPRINT_HOST=0.0.0.0 CHATPRINT_PORT=8080
USER 10001:10001
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s \
    CMD ["/usr/local/bin/chatprint", "health"]
ENTRYPOINT ["/usr/local/bin/chatprint"]
CMD ["serve"]
