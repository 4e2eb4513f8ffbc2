const headerLength = 32
const frameHeaderLength = 24
const littleEndianMagic = 0x37_7f_06_82

/**
 * The database with the changes that SQLite keeps beside it in the file `-wal` until a checkpoint: those of all complete
 * transactions, up to the first frame that is broken. The result no longer says that it has such a file.
 */
export function applyWal(database: Uint8Array, wal: Uint8Array | null): Uint8Array {
  const frames = wal === null ? none : framesOf(wal)
  // A database never grows by more than its changes, so that a forged count reserves no memory.
  const largest = database.length + (wal?.length ?? 0)
  const size = frames.pageCount > 0 ? Math.min(largest, frames.pageCount * frames.pageSize) : database.length
  const merged = new Uint8Array(size)
  merged.set(database.subarray(0, size))
  for (const [number, page] of frames.pages)
    if (number > 0 && number * frames.pageSize <= size) merged.set(page, (number - 1) * frames.pageSize)
  // The versions of the format for writing and reading: 1 is without such a file.
  merged.fill(1, 18, 20)
  return merged
}

interface Frames {
  readonly pages: ReadonlyMap<number, Uint8Array>
  readonly pageSize: number
  /** Of the database after the last transaction; 0 without one. */
  readonly pageCount: number
}

const none: Frames = { pages: new Map<number, Uint8Array>(), pageSize: 0, pageCount: 0 }

function framesOf(wal: Uint8Array): Frames {
  const view = new DataView(wal.buffer, wal.byteOffset, wal.length)
  const header = headerOf(view)
  if (header === null) return none
  const { pageSize, isLittle } = header
  const committed = new Map<number, Uint8Array>()
  let { sums } = header
  let pending = new Map<number, Uint8Array>()
  let pageCount = 0
  for (let at = headerLength; at + frameHeaderLength + pageSize <= wal.length; at += frameHeaderLength + pageSize) {
    const page = at + frameHeaderLength
    sums = checksum(view, [page, page + pageSize], checksum(view, [at, at + 8], sums, isLittle), isLittle)
    if (!isWhole(view, at, sums)) break
    pending.set(view.getUint32(at), wal.subarray(page, page + pageSize))
    // The last frame of a transaction says how many pages the database has after it.
    const count = view.getUint32(at + 4)
    if (count === 0) continue
    for (const [number, content] of pending) committed.set(number, content)
    pending = new Map()
    pageCount = count
  }
  return { pages: committed, pageSize, pageCount }
}

function headerOf(
  view: DataView,
): { readonly pageSize: number; readonly isLittle: boolean; readonly sums: Sums } | null {
  if (view.byteLength < headerLength) return null
  const pageSize = view.getUint32(8)
  const isLittle = view.getUint32(0) === littleEndianMagic
  if (!isLittle && view.getUint32(0) !== littleEndianMagic + 1) return null
  const sums = checksum(view, [0, 24], [0, 0], isLittle)
  const isSound = sums[0] === view.getUint32(24) && sums[1] === view.getUint32(28)
  return isSound && pageSize >= 512 && pageSize <= 65_536 ? { pageSize, isLittle, sums } : null
}

/** Whether a frame is of this file, not of an earlier use of it, and has the sums that it says. */
const isWhole = (view: DataView, at: number, sums: Sums): boolean =>
  view.getUint32(at + 8) === view.getUint32(16) &&
  view.getUint32(at + 12) === view.getUint32(20) &&
  view.getUint32(at + 16) === sums[0] &&
  view.getUint32(at + 20) === sums[1]

type Sums = readonly [number, number]

function checksum(view: DataView, [from, to]: Sums, [first, second]: Sums, isLittle: boolean): Sums {
  let [a, b] = [first, second]
  for (let at = from; at < to; at += 8) {
    a = (a + view.getUint32(at, isLittle) + b) >>> 0
    b = (b + view.getUint32(at + 4, isLittle) + a) >>> 0
  }
  return [a, b]
}
