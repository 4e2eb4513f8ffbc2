import type { AssetType } from '#contract'
import { resultOf } from './asset-run.ts'
import type { AssetRun } from './asset-run.ts'
import { fieldAt, textAt } from './read-detail.ts'
import { runLog } from './run-log.ts'

/** Something a run left behind. `content` is made when somebody downloads it. */
export interface RunAsset {
  readonly type: AssetType
  readonly name: string
  readonly contentType: string
  readonly content: () => string | Buffer
}

const plainText = 'text/plain; charset=utf-8'
/** What the probe stores in place of a body it did not keep. */
const leftOut = /^\[scrubbed: \d+ bytes of [^\]]*\]$/

/**
 * What a run truly left behind: its log, and the answer of its target if that was kept. Types are such that a browser
 * shows or runs none of it, whatever the target sent.
 */
export function assetsOfRun(run: AssetRun): RunAsset[] {
  const log: RunAsset = { type: 'log', name: 'run.log', contentType: plainText, content: () => runLog(run) }
  const answer = keptAnswer(run)
  return answer === null ? [log] : [log, answer]
}

/** Connections answer with data, HTTP with a body; other answers are whole in the result. */
function keptAnswer(run: AssetRun): RunAsset | null {
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
