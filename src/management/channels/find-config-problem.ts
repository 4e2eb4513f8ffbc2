import { findChannelProblem } from '#contract'
import type { ChannelType, ConfigProblem, StoredConfig } from '#contract'

const noWebUrl = { rule: 'format', parameters: { format: 'web-url' }, problem: 'this is not a web address.' } as const

const hasVariable = (text: string): boolean => text.includes('{{')

/**
 * A problem that makes every delivery over a channel fail, as far as its config alone shows it: values of variables are
 * known at delivery only. Null without one.
 */
export function findConfigProblem(type: ChannelType, config: StoredConfig): ConfigProblem | null {
  const { url } = config
  if (typeof url === 'string' && !hasVariable(url) && !URL.canParse(url.trim()))
    return { path: 'config.url', ...noWebUrl }
  return findChannelProblem(type, config)
}
