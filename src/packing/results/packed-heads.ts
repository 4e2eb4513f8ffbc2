import { invariant, timeOfId } from '#kernel'
import { unzigzag, varints, zigzag } from '../bytes/number-encoding.ts'
import { PackReader } from './pack-reader.ts'
import { decodeTimes, encodeTimes } from './packed-times.ts'

/** The fields that differ between the results of a pack, apart from their details. Times are epoch milliseconds. */
export interface PackedHead {
  readonly id: string
  readonly sessionId: string
  readonly sequenceId: string
  readonly checkName: string
  readonly checkType: string
  readonly location: string
  readonly statusCode: number | null
  readonly responseTimeMs: number
  readonly scheduledFor: number
  readonly startedAt: number
  readonly stoppedAt: number
  readonly createdAt: number
}

const version = 1
/** An id has 6 bytes of time, 5 that are random, and 5 that it shares with its check if the service made it so. */
const [timeDigits, randomDigits, idDigits] = [12, 22, 32]

/**
 * The heads of results of a check, which are in ascending order of their ids, column by column. The decision about packs
 * (docs/decisions/0059-results-that-are-cheap-to-keep.md) describes every byte.
 */
export function encodeHeads(checkId: string, heads: readonly PackedHead[]): Buffer {
  return Buffer.concat([
    Buffer.of(version),
    varints([heads.length]),
    encodeIds(digitsOf(checkId).slice(randomDigits), heads),
    encodeTexts(heads.map(({ checkName }) => checkName)),
    encodeTexts(heads.map(({ checkType }) => checkType)),
    encodeTexts(heads.map(({ location }) => location)),
    encodeRuns(heads.map(({ statusCode }) => (statusCode === null ? 0 : zigzag(statusCode) + 1))),
    encodeTimes(heads),
  ])
}

/** Throws when another version wrote them. */
export function decodeHeads(checkId: string, bytes: Buffer): PackedHead[] {
  const { ids, names, types, locations, codes, times } = decodeColumns(checkId, bytes)
  return times.map((time, index) => ({
    ...at(ids, index),
    checkName: at(names, index),
    checkType: at(types, index),
    location: at(locations, index),
    statusCode: statusCodeOf(at(codes, index)),
    ...time,
  }))
}

/** When the results of a pack began and were stored, with their sessions: what is quickly read of many packs. */
export function decodeEnds(
  checkId: string,
  bytes: Buffer,
): Pick<PackedHead, 'sessionId' | 'startedAt' | 'createdAt'>[] {
  const { ids, times } = decodeColumns(checkId, bytes)
  return times.map(({ startedAt, createdAt }, index) => ({ sessionId: at(ids, index).sessionId, startedAt, createdAt }))
}

function decodeColumns(checkId: string, bytes: Buffer) {
  const reader = new PackReader(bytes)
  const found = reader.byte()
  invariant(found === version, `the heads of packed results have version ${version}, not ${found}`)
  const size = reader.varint()
  const ids = decodeIds(reader, size, digitsOf(checkId).slice(randomDigits))
  const [names, types, locations] = [decodeTexts(reader, size), decodeTexts(reader, size), decodeTexts(reader, size)]
  const codes = decodeRuns(reader, size)
  const times = decodeTimes(
    reader,
    ids.map(({ id }) => timeOfId(id)),
  )
  return { ids, names, types, locations, codes, times }
}

const statusCodeOf = (code: number): number | null => (code === 0 ? null : unzigzag(code - 1))

function at<T>(values: readonly T[], index: number): T {
  const value = values[index]
  invariant(value !== undefined, 'every column of a pack is as long as the pack')
  return value
}

const digitsOf = (id: string): string => id.replaceAll('-', '')

const idOf = (digits: string): string =>
  `${digits.slice(0, 8)}-${digits.slice(8, 12)}-${digits.slice(12, 16)}-${digits.slice(16, 20)}-${digits.slice(20)}`

type Ids = Pick<PackedHead, 'id' | 'sessionId' | 'sequenceId'>

/** How the ids of a result are written, as the sum of one of each. */
const shapes = { foreignEnding: 1, sessionOfPrevious: 2, sessionWritten: 4, sequenceWritten: 8 } as const
const has = (shape: number, part: keyof typeof shapes): boolean => (shape & shapes[part]) !== 0

function encodeIds(ending: string, heads: readonly Ids[]): Buffer {
  const shapeOf = ({ id, sessionId, sequenceId }: Ids, index: number): number =>
    (digitsOf(id).endsWith(ending) ? 0 : shapes.foreignEnding) +
    (sessionId === id
      ? 0
      : sessionId === heads[index - 1]?.sessionId
        ? shapes.sessionOfPrevious
        : shapes.sessionWritten) +
    (sequenceId === id ? 0 : shapes.sequenceWritten)
  const found = heads.map(shapeOf)
  const steps = heads.map(({ id }, index) => timeOfId(id) - (index === 0 ? 0 : timeOfId(heads[index - 1]?.id ?? id)))
  const digits = heads.map(({ id, sessionId, sequenceId }, index) => {
    const shape = found[index] ?? 0
    return (
      digitsOf(id).slice(timeDigits, has(shape, 'foreignEnding') ? idDigits : randomDigits) +
      (has(shape, 'sessionWritten') ? digitsOf(sessionId) : '') +
      (has(shape, 'sequenceWritten') ? digitsOf(sequenceId) : '')
    )
  })
  return Buffer.concat([encodeRuns(found), varints(steps), Buffer.from(digits.join(''), 'hex')])
}

function decodeIds(reader: PackReader, size: number, ending: string): Ids[] {
  const found = decodeRuns(reader, size)
  let timeMs = 0
  const times = found.map(() => {
    timeMs += reader.varint()
    return timeMs.toString(16).padStart(timeDigits, '0')
  })
  let previous = ''
  return found.map((shape, index) => {
    const isForeign = has(shape, 'foreignEnding')
    const own = reader.hex(((isForeign ? idDigits : randomDigits) - timeDigits) / 2)
    const id = idOf(at(times, index) + own + (isForeign ? '' : ending))
    const written = (): string => idOf(reader.hex(idDigits / 2))
    previous = has(shape, 'sessionOfPrevious') ? previous : has(shape, 'sessionWritten') ? written() : id
    return { id, sessionId: previous, sequenceId: has(shape, 'sequenceWritten') ? written() : id }
  })
}

/** Each value with how often it follows itself. */
function encodeRuns(values: readonly number[]): Buffer {
  const runs: number[] = []
  for (const [index, value] of values.entries())
    if (index > 0 && value === values[index - 1]) runs[runs.length - 1] = (runs.at(-1) ?? 0) + 1
    else runs.push(value, 1)
  return varints(runs)
}

function decodeRuns(reader: PackReader, size: number): number[] {
  const values: number[] = []
  while (values.length < size) {
    const value = reader.varint()
    const length = reader.varint()
    invariant(length > 0 && length <= size - values.length, 'the runs of a pack have its size')
    for (let left = length; left > 0; left -= 1) values.push(value)
  }
  return values
}

/** The different texts, each with its length, and the runs of their indexes. */
function encodeTexts(texts: readonly string[]): Buffer {
  const different = [...new Set(texts)]
  const indexOf = new Map(different.map((text, index) => [text, index]))
  const written = different.flatMap((text) => [varints([Buffer.byteLength(text)]), Buffer.from(text)])
  return Buffer.concat([
    varints([different.length]),
    ...written,
    encodeRuns(texts.map((text) => indexOf.get(text) ?? 0)),
  ])
}

function decodeTexts(reader: PackReader, size: number): string[] {
  const different: string[] = []
  for (let left = reader.varint(); left > 0; left -= 1) different.push(reader.text(reader.varint()))
  return decodeRuns(reader, size).map((index) => at(different, index))
}
