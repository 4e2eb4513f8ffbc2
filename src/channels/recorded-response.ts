const maxResponseLength = 1024

/** A response as it is stored: without control characters, and shortened without splitting a surrogate pair. */
export const recordedResponse = (text: string): string =>
  text
    .replaceAll(/(?![\t\n])\p{Cc}/gu, '')
    .trim()
    .slice(0, maxResponseLength)
    .toWellFormed()
