import type { Duplex } from 'node:stream'

const statusLine = /^\s*HTTP\/\d(?:\.\d)?[ \t]+([1-5]\d\d)(?=\s|$)/
const endOfHead = /\r?\n\r?\n/
const maxBytes = 16 * 1024

/**
 * Reads the status of a response as it arrives, whatever comes behind its line. Returns how to ask for it: null while there
 * is none. Informational statuses (RFC 9110 15.2) are no answer. To be called in the turn in which the client begins to read.
 */
export function watchStatus(socket: Duplex): () => number | null {
  let text = ''
  const take = (bytes: Buffer): void => {
    text += bytes.toString('latin1')
    if (text.length > maxBytes || statusIn(text) !== null) socket.off('data', take)
  }
  socket.on('data', take)
  return () => statusIn(text)
}

function statusIn(text: string): number | null {
  const status = Number(statusLine.exec(text)?.[1] ?? 0)
  if (status >= 200) return status
  const end = status === 0 ? null : endOfHead.exec(text)
  return end === null ? null : statusIn(text.slice(end.index + end[0].length))
}
