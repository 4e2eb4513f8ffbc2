import { findChannelProblem } from '#contract'
import type { ChannelType, ConfigProblem, StoredConfig } from '#contract'

const hasVariable = (text: string): boolean => text.includes('{{')

/**
 * What makes every delivery over a channel impossible, as far as its config alone tells: what variables hold is known
 * at delivery only. Null without such a thing.
 */
export function findConfigProblem(type: ChannelType, config: StoredConfig): ConfigProblem | null {
  const { url } = config
  if (typeof url === 'string' && !hasVariable(url) && !URL.canParse(url.trim()))
    return { path: 'config.url', problem: 'this is no web address.' }
  return findChannelProblem(type, config)
}
