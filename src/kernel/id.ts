import { createHash, randomBytes, randomInt } from 'node:crypto'
import { v4, v7 } from 'uuid'

let lastMs = -1
let sequence = 0

/**
 * Creates a uuid v7 whose leading 48 bits are the given time in epoch milliseconds (RFC 9562). Rows with such a key
 * sort by time, and their table can be partitioned by it. Ids of one process and one millisecond sort in the order of
 * their creation.
 */
export function timeOrderedId(nowMs: number): string {
  const msecs = Math.floor(nowMs)
  sequence = msecs === lastMs ? sequence + 1 : randomInt(sequenceStartMax)
  lastMs = msecs
  return v7({ msecs, seq: sequence, random: pooledRandom() })
}

/** How many hexadecimal digits at its end an id shares with its owner. */
export const ownedIdDigits = 10

/**
 * A time-ordered id whose last digits are those of the id of its owner, so that the owner is found by it alone. Ids of
 * one process, owner and millisecond still differ and sort in the order of their creation.
 */
export const ownedId = (nowMs: number, ownerId: string): string =>
  timeOrderedId(nowMs).slice(0, -ownedIdDigits) + ownerId.slice(-ownedIdDigits)

let pool = Buffer.alloc(0)

/** Sixteen random bytes out of a larger buffer: filling one buffer for each id costs more than the id itself. */
function pooledRandom(): Buffer {
  if (pool.length < idBytes) pool = randomBytes(poolBytes)
  const bytes = pool.subarray(0, idBytes)
  pool = pool.subarray(idBytes)
  return bytes
}

const idBytes = 16
const poolBytes = 8192

/** Leaves room for a thousand million ids in one millisecond. */
const sequenceStartMax = 2 ** 31

/** The smallest uuid v7 of a time: the lower bound of ids created at or after it. */
export function firstIdAt(ms: number): string {
  const hex = Math.max(0, Math.floor(ms)).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

/** The time inside a uuid v7, in epoch milliseconds. */
export const timeOfId = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)

export const randomId = (): string => v4()

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/** Whether a string is a well-formed uuid, of any version and in any case. Other strings never reach a query. */
export const isUuid = (text: string): boolean => uuid.test(text)

/** A secret of `bytes` random bytes in lowercase hex. */
export const randomToken = (bytes: number): string => randomBytes(bytes).toString('hex')

/** How keys and tokens are stored: they are long and random, so one round of SHA-256 is sufficient. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** SHA-256 of a string in hex. */
export const textHash = (text: string): string => createHash('sha256').update(text).digest('hex')

/** An integer from 0 to 2^32-1 that depends on the string only; spreads checks over their interval. */
export const stableNumber = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE(0)
