import type { Observation, RunTask, WireCheckType } from '#contract'
import { decodeText } from '#kernel'
import { hiddenText } from './hidden-text.ts'
import { storedBodyLimit } from './stored-body-limit.ts'

/** The maximum in all charsets but those with shift sequences. */
const bytesPerCharacter = 4

/** Whether an assertion reads the body, so that it must be decoded entirely. */
export const assertsOnBody = ({ request }: Pick<RunTask, 'request'>): boolean =>
  request.assertions.some(({ source }) => source === 'TEXT_BODY' || source === 'JSON_BODY')

/** The observation with an undecoded body decoded entirely. Takes up to a second for the largest bodies. */
export function readBody<T extends WireCheckType>(observation: Observation<T>): Observation<T> {
  const { undecodedBody } = observation
  return undecodedBody === undefined
    ? observation
    : withBody(observation, decodeText(undecodedBody.bytes, undecodedBody.contentType), false)
}

/**
 * The observation with as much of an undecoded body as `hideSecrets` needs for the stored excerpt. When a charset with
 * long characters gives less, secrets are removed here, and a possibly partial secret at the cut is omitted.
 */
export function readBeginning<T extends WireCheckType>(
  { secrets }: Pick<RunTask<T>, 'secrets'>,
  observation: Observation<T>,
): Observation<T> {
  const { undecodedBody } = observation
  if (undecodedBody === undefined) return observation
  const hidden = hiddenText(secrets)
  const neededLength = storedBodyLimit + hidden.margin + 1
  const { bytes, contentType } = undecodedBody
  if (bytes.length <= neededLength * bytesPerCharacter) return readBody(observation)
  const text = decodeText(bytes.subarray(0, neededLength * bytesPerCharacter), contentType)
  if (text.length >= neededLength) return withBody(observation, text, true)
  const redacted = hidden.all(text)
  return withBody(observation, redacted.slice(0, Math.max(0, redacted.length - hidden.margin)), true)
}

/** An undecoded body belongs to an HTTP answer, which the compiler cannot infer for the generic. */
function withBody<T extends WireCheckType>(observation: Observation<T>, body: string, isCut: boolean): Observation<T> {
  const { undecodedBody: _, answer, ...rest } = observation
  if (answer === null || !('bodyTruncated' in answer)) return { ...rest, answer }
  return { ...rest, answer: { ...answer, body, bodyTruncated: answer.bodyTruncated || isCut } }
}
