import type { ConfigProblem } from '../config-problem.ts'
import { presetParametersOf } from './presets.ts'
import type { WebhookConfig } from './webhook.ts'

const headerName = /^[!#$%&'*+.^_`|~\dA-Za-z-]+$/
const bodyMethods = new Set(['POST', 'PUT', 'PATCH'])

const noHeaderName = {
  rule: 'format',
  parameters: { format: 'header-name' },
  problem: 'this is not a valid header name.',
} as const

/** A header whose name cannot be sent, or a parameter of the preset that is missing. */
export const findWebhookProblem = (config: WebhookConfig): ConfigProblem | null =>
  findHeaderProblem(config) ?? findPresetProblem(config)

function findHeaderProblem({ headers }: WebhookConfig): ConfigProblem | null {
  const index = headers.findIndex(({ key }) => !headerName.test(key.trim()))
  return index < 0 ? null : { path: `config.headers[${index}].key`, ...noHeaderName }
}

/** A template, and a method without a default body, need no preset parameters. */
function findPresetProblem(config: WebhookConfig): ConfigProblem | null {
  const { method, template, webhookType: preset } = config
  if (!preset || !bodyMethods.has(method.toUpperCase()) || (template ?? '') !== '') return null
  const required = Object.entries(presetParametersOf(preset)).flatMap(([name, isRequired]) =>
    isRequired ? [name] : [],
  )
  const missing = required.find((name) => !hasParameter(config, name))
  return missing === undefined
    ? null
    : {
        path: 'config.queryParameters',
        rule: 'queryParameter',
        parameters: { name: missing },
        problem: `this type needs the parameter ${missing}, unless there is a template.`,
      }
}

/** In the list, or in the query of the URL; a variable at the end of the URL may contain a query. */
function hasParameter({ queryParameters, url }: WebhookConfig, name: string): boolean {
  const given = queryParameters.find(({ key }) => key === name)
  if (given) return given.value.trim() !== ''
  return url.includes(`?${name}=`) || url.includes(`&${name}=`) || url.trimEnd().endsWith('}}')
}
