import { timeOfId } from '#kernel'
import { floats, unzigzag, varints, zigzag } from '../bytes/number-encoding.ts'
import type { PackedHead } from './packed-heads.ts'
import type { PackReader } from './pack-reader.ts'

type Times = Pick<PackedHead, 'scheduledFor' | 'startedAt' | 'stoppedAt' | 'createdAt' | 'responseTimeMs'>

/** When results were due, began, ended and were stored, each as a difference, and their response times. */
export function encodeTimes(heads: readonly (Times & Pick<PackedHead, 'id'>)[]): Buffer {
  const column = (difference: (head: Times & Pick<PackedHead, 'id'>) => number): Buffer =>
    varints(heads.map((head) => zigzag(difference(head))))
  return Buffer.concat([
    column(({ id, scheduledFor }) => scheduledFor - timeOfId(id)),
    column(({ id, startedAt }) => startedAt - timeOfId(id)),
    column(({ startedAt, stoppedAt }) => stoppedAt - startedAt),
    column(({ stoppedAt, createdAt }) => createdAt - stoppedAt),
    encodeResponseTimes(heads.map(({ responseTimeMs }) => responseTimeMs)),
  ])
}

/** `idTimes` are those in the ids of the results. */
export function decodeTimes(reader: PackReader, idTimes: readonly number[]): Times[] {
  const column = (): number[] => idTimes.map(() => unzigzag(reader.varint()))
  const [scheduled, started, took, waited] = [column(), column(), column(), column()]
  const responseTimes = decodeResponseTimes(reader, idTimes.length)
  return idTimes.map((idTime, index) => {
    const startedAt = idTime + (started[index] ?? 0)
    const stoppedAt = startedAt + (took[index] ?? 0)
    return {
      responseTimeMs: responseTimes[index] ?? 0,
      scheduledFor: idTime + (scheduled[index] ?? 0),
      startedAt,
      stoppedAt,
      createdAt: stoppedAt + (waited[index] ?? 0),
    }
  })
}

/** As differences of whole numbers of this part of a millisecond, if all of them are; 0: as they are. */
const parts = [1, 1000] as const
const largest = 2 ** 50

const isWhole = (value: number, part: number): boolean =>
  Math.abs(value * part) < largest && Object.is(Math.round(value * part) / part, value)

function encodeResponseTimes(values: readonly number[]): Buffer {
  const part = parts.find((one) => values.every((value) => isWhole(value, one)))
  if (part === undefined) return Buffer.concat([varints([0]), floats(values)])
  const whole = values.map((value) => Math.round(value * part))
  return varints([part, ...whole.map((value, index) => zigzag(value - (whole[index - 1] ?? 0)))])
}

function decodeResponseTimes(reader: PackReader, size: number): number[] {
  const part = reader.varint()
  let previous = 0
  return Array.from({ length: size }, () => {
    if (part === 0) return reader.float()
    previous += unzigzag(reader.varint())
    return previous / part
  })
}
