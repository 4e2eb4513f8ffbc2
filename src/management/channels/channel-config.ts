import { channelTypes, withDefaults } from '#contract'
import type { AlertChannelBody, ChannelType, ConfigProblem } from '#contract'
import { Fault } from '#kernel'
import { findTemplateProblem } from '#templating'
import { templateFault } from '../checks/validate-check.ts'
import { findConfigProblem } from './find-config-problem.ts'

/**
 * The config of a channel with the defaults of its type. Throws TEMPLATE_INVALID and CHANNEL_CONFIG_INVALID naming the
 * field.
 */
export function channelConfigOf({
  type,
  config: given,
}: Pick<AlertChannelBody, 'type' | 'config'>): Record<string, unknown> {
  const config: Record<string, unknown> = withDefaults(channelTypes[type].config, given)
  checkTemplates(type, config)
  const found = findConfigProblem(type, config)
  if (found) throw configFault(found)
  return config
}

function checkTemplates(type: ChannelType, config: Readonly<Record<string, unknown>>): void {
  for (const field of channelTypes[type].templates)
    for (const [path, template] of templatesIn(`config.${field}`, config[field])) {
      const problem = findTemplateProblem(template)
      if (problem !== null) throw templateFault(path, problem)
    }
}

const configFault = ({ problem, ...violated }: ConfigProblem): Fault =>
  new Fault('CHANNEL_CONFIG_INVALID', {
    values: { path: violated.path, problem },
    attributes: { [violated.path]: problem },
    problems: [violated],
  })

/** A field is one template, or a list of keys and values. */
function templatesIn(path: string, value: unknown): [path: string, template: string][] {
  if (typeof value === 'string') return [[path, value]]
  if (!Array.isArray(value)) return []
  return value.flatMap((pair: unknown, index) =>
    pair !== null && typeof pair === 'object' && 'value' in pair && typeof pair.value === 'string'
      ? [[`${path}[${index}].value`, pair.value] satisfies [string, string]]
      : [],
  )
}
