import type { HttpAnswer, HttpRequest, Observation, TaskScript } from '#contract'
import { decodeText } from '#kernel'
import { maxPassedBytes } from '#scripting'
import type { ScriptResponse, ScriptSession } from '#scripting'

interface Answered {
  readonly scripts: readonly TaskScript[]
  readonly request: HttpRequest
  readonly seen: Observation<'API'>
}

/** Runs all teardown scripts in order, even if one fails, and applies the body they leave. */
export async function tearDown(
  { scripts, request, seen }: Answered,
  session: ScriptSession,
): Promise<Observation<'API'>> {
  if (seen.answer === null || scripts.length === 0) return seen
  const passed = passedBody(seen, seen.answer)
  if (passed.isCut)
    session.teardownLog.note('WARN', 'Teardown sees the first 256 KB of the body; assertions see all of it.')
  const failures: string[] = []
  let body = passed.text
  for (const script of scripts) {
    const outcome = await session.tearDown(script, request, responseOf(seen.answer, body))
    if ('failure' in outcome) failures.push(outcome.failure)
    else body = outcome.body
  }
  const observation = failures.length === 0 ? seen : { ...seen, scriptFailures: failures }
  return body === passed.text ? observation : withBody(observation, body)
}

function passedBody(
  { undecodedBody }: Observation<'API'>,
  { body }: HttpAnswer,
): { readonly text: string; readonly isCut: boolean } {
  if (undecodedBody) {
    const { bytes, contentType } = undecodedBody
    return { text: decodeText(bytes.subarray(0, maxPassedBytes), contentType), isCut: bytes.length > maxPassedBytes }
  }
  const bytes = Buffer.from(body)
  const isCut = bytes.length > maxPassedBytes
  return { text: isCut ? bytes.subarray(0, maxPassedBytes).toString() : body, isCut }
}

const responseOf = (answer: HttpAnswer, body: string): ScriptResponse => ({
  statusCode: answer.status,
  statusText: answer.statusText,
  body,
  headers: answer.headers,
  timings: answer.timings,
  timingPhases: answer.timingPhases,
})

/** Assertions and the stored result get the body that teardown left. */
function withBody(observation: Observation<'API'>, body: string): Observation<'API'> {
  const { undecodedBody: _undecoded, ...seen } = observation
  if (seen.answer === null) return seen
  const { bodyEncoding: _encoding, ...answer } = seen.answer
  return { ...seen, answer: { ...answer, body, bodyTruncated: false } }
}
