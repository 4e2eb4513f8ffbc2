import { webhookPresetParameters } from '#contract'
import type { ChannelConfigs, ImplementedChannelType, WebhookConfig } from '#contract'

export interface ConfigProblem {
  readonly path: string
  readonly problem: string
}

const headerName = /^[!#$%&'*+.^_`|~\dA-Za-z-]+$/
const headerValue = /^[\t\u0020-\u007E\u0080-\u00FF]*$/
const bodyMethods = new Set(['POST', 'PUT', 'PATCH'])
const hasVariable = (text: string): boolean => text.includes('{{')

/**
 * What makes every delivery over a channel impossible, as far as its config alone tells: what variables hold is known
 * at delivery only. Null without such a thing.
 */
export function findConfigProblem(
  type: ImplementedChannelType,
  config: ChannelConfigs[ImplementedChannelType],
): ConfigProblem | null {
  if ('url' in config && !hasVariable(config.url) && !URL.canParse(config.url.trim()))
    return { path: 'config.url', problem: 'this is no web address.' }
  return type === 'WEBHOOK' && 'webhookType' in config ? (findHeaderProblem(config) ?? findPresetProblem(config)) : null
}

function findHeaderProblem({ headers }: WebhookConfig): ConfigProblem | null {
  for (const [index, { key, value }] of headers.entries()) {
    if (!headerName.test(key.trim()))
      return { path: `config.headers[${index}].key`, problem: 'this is no name of a header.' }
    if (!hasVariable(value) && !headerValue.test(value.trim()))
      return { path: `config.headers[${index}].value`, problem: 'it holds characters that no header can hold.' }
  }
  return null
}

/** With a template or a request of one's own making the product gets what it says. */
function findPresetProblem(config: WebhookConfig): ConfigProblem | null {
  const { method, template, webhookType: preset } = config
  if (!preset || !bodyMethods.has(method.toUpperCase()) || (template ?? '') !== '') return null
  const required = Object.entries(webhookPresetParameters[preset]).flatMap(([name, isRequired]) =>
    isRequired ? [name] : [],
  )
  const missing = required.find((name) => !hasParameter(config, name))
  return missing === undefined
    ? null
    : { path: 'config.queryParameters', problem: `${preset} needs ${missing}, unless there is a template.` }
}

/** In the list, or in the query of the address; a variable at its end may hold a query. */
function hasParameter({ queryParameters, url }: WebhookConfig, name: string): boolean {
  const given = queryParameters.find(({ key }) => key === name)
  if (given) return given.value.trim() !== ''
  return url.includes(`?${name}=`) || url.includes(`&${name}=`) || url.trimEnd().endsWith('}}')
}
