import type { AssetType } from '#contract'
import { resultOf } from './asset-run.ts'
import type { AssetRun } from './asset-run.ts'
import { fieldAt, textAt } from './read-detail.ts'
import { runLog } from './run-log.ts'

/** A file stored with a run. `content` is created when it is downloaded. */
export interface RunAsset {
  readonly type: AssetType
  readonly name: string
  readonly contentType: string
  readonly content: () => string | Buffer
}

const plainText = 'text/plain; charset=utf-8'
/** The text that the probe stores for a body it omitted. */
const leftOut = /^\[scrubbed: \d+ bytes of [^\]]*\]$/

/**
 * The assets of a run: its log, and the response of its target if that was stored. Content types are such that a
 * browser displays or runs none of it, whatever the target sent.
 */
export function assetsOfRun(run: AssetRun): RunAsset[] {
  const log: RunAsset = { type: 'log', name: 'run.log', contentType: plainText, content: () => runLog(run) }
  const answer = storedAnswer(run)
  return answer === null ? [log] : [log, answer]
}

/** Connections answer with data, HTTP with a body; other answers are complete in the result. */
function storedAnswer(run: AssetRun): RunAsset | null {
  const response = fieldAt(resultOf(run), 'response')
  const data = textAt(response, 'data')
  if (data !== '') return { type: 'file', name: 'response-data.txt', contentType: plainText, content: () => data }
  const body = textAt(response, 'body')
  if (body === '' || leftOut.test(body)) return null
  if (textAt(response, 'bodyEncoding') !== 'base64')
    return { type: 'file', name: 'response-body.txt', contentType: plainText, content: () => body }
  const content = () => Buffer.from(body, 'base64')
  return { type: 'file', name: 'response-body.bin', contentType: 'application/octet-stream', content }
}
