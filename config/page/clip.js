// ── Clips ────────────────────────────────────────────────────────────────────────────────────────

const isMoving = () => ['gif', 'mp4', 'webm'].includes(state.format);
const isVideo = format => format === 'mp4' || format === 'webm';
const isStillWanted = matchMedia('(prefers-reduced-motion: reduce)');
/** As sharp as a clip is drawn here: every pixel is drawn and compressed many times. */
const clipScale = () => Math.min(2, screenScale());
/** Clips are long: of many messages, these. */
const clipLimit = 40;
/** What this browser plays with a scrubber; less what the service cannot write. */
let videos = [['mp4', 'video/mp4; codecs="avc1.640028"'], ['webm', 'video/webm; codecs="vp9"']]
  .filter(([, type]) => document.createElement('video').canPlayType(type)).map(([format]) => format);

/** The clip for the preview: a video, else a picture that plays by itself. */
async function askClip(pairs, signal) {
  for (const format of videos) {
    try {
      return [format, await ask('/render.' + format, pairs, signal)];
    } catch (error) {
      if (error.problem?.status !== 501) throw error;
      videos = videos.filter(other => other !== format);
    }
  }
  return ['apng', await ask('/render.apng', pairs, signal)];
}
/** Once its size and its length are known. */
function loaded(video) {
  return new Promise((resolve, reject) => {
    video.onloadedmetadata = resolve;
    video.onerror = () => reject(new DOMException('', 'EncodingError'));
  });
}
async function showVideo(url) {
  const video = $('film');
  video.autoplay = !isStillWanted.matches;
  video.src = url;
  await loaded(video);
  return [video.videoWidth, video.videoHeight];
}
function hideVideo() {
  const video = $('film');
  video.hidden = true;
  if (video.hasAttribute('src')) { video.removeAttribute('src'); video.load(); }
}
