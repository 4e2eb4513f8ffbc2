/**
 * What Playwright says where it looks for its own FFmpeg, with a box that advises a download. Scripts write such texts too,
 * so that every part has a greatest length.
 */
const missing = /Executable doesn't exist at \S{0,500}[/\\]ffmpeg-\S{1,200}(?:\s{0,20}╔[^╝]{0,2000}╝)?/g

const explained =
  'Videos need FFmpeg, which this machine does not have. Install it (the package ffmpeg of Debian) or name a program with BELFRY_FFMPEG_PATH, or record no video.'

/** An error of a script, which says what is to be set up when a video could not be recorded. */
export const explainEncoder = (text: string): string => text.replace(missing, explained)
