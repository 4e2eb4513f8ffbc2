import { openArchive } from './read-archive.ts'
import { eventsIn, framesIn, spread } from './trace-events.ts'

/** A picture of a page that can be shown; `at` is epoch milliseconds. */
export interface Picture {
  readonly at: number
  readonly url: string
}

const mostPictures = 60
const jpeg = [0xff, 0xd8, 0xff]
const png = [0x89, 0x50, 0x4e, 0x47]

/** The pictures of the pages in a trace, in their order. Each has an address of this page until it is revoked. */
export async function readPictures(source: string | Blob): Promise<readonly Picture[]> {
  const archive = await openArchive(source)
  const traces = archive.names.filter((name) => name.endsWith('.trace'))
  const texts = await Promise.all(traces.map((name) => archive.text(name)))
  const frames = texts.flatMap((text) => framesIn(eventsIn(text))).toSorted((a, b) => a.at - b.at)
  const read = spread(frames, mostPictures).map(async ({ at, name }): Promise<Picture | null> => {
    const type = await archive.picture(name).then(typed, () => null)
    return type === null ? null : { at, url: URL.createObjectURL(type) }
  })
  return (await Promise.all(read)).filter((picture) => picture !== null)
}

/** Only what is a picture by its first bytes, whatever its name says. */
async function typed(blob: Blob): Promise<Blob | null> {
  const head = new Uint8Array(await blob.slice(0, 4).arrayBuffer())
  const begins = (bytes: readonly number[]): boolean => bytes.every((byte, index) => head[index] === byte)
  if (begins(jpeg)) return new Blob([blob], { type: 'image/jpeg' })
  return begins(png) ? new Blob([blob], { type: 'image/png' }) : null
}
