import type { AgenticTask, CheckSettings } from '#contract'
import { promptVersionOf } from '#storage/checks'

/** The prompt of a check and its version, without the script that is stored with it. */
export function agentOf({ prompt, agentRuntime }: CheckSettings): AgenticTask {
  const skills = agentRuntime?.skills ?? []
  const text = prompt ?? ''
  return { prompt: text, skills, version: promptVersionOf({ prompt: text, skills }), stored: null }
}
