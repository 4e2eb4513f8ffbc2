import { activePresetName, presetParametersOf } from '#contract'
import type { WebhookConfig } from '#contract'
import { writeReason } from '#contract/reasons'
import type { AlertMessage } from '../alert-message.ts'
import type { TemplateRenderer } from '../template-renderer.ts'
import { presets } from './presets/index.ts'
import type { Preset } from './presets/index.ts'

/** The preset that builds the body: null with a template, without a preset, or without a body. */
export function activePreset(config: WebhookConfig): Preset | null {
  const name = activePresetName(config)
  return name === null ? null : presets[name]
}

const presetNamed = (name: WebhookConfig['webhookType']): Preset | null =>
  name && Object.hasOwn(presets, name) ? presets[name] : null

/** Query parameters that the preset of a webhook puts into its body; true when required. */
export const parametersOf = ({ webhookType }: WebhookConfig): Readonly<Record<string, boolean>> =>
  webhookType ? presetParametersOf(webhookType) : {}

/** The content type of a webhook without a Content-Type header. */
export const defaultContentType = ({ webhookType }: WebhookConfig): string =>
  presetNamed(webhookType)?.contentType ?? 'application/json'

/** The body of a preset, serialised for its content type. */
export function presetBody(
  preset: Preset,
  message: AlertMessage,
  parameters: Readonly<Record<string, string>>,
): string {
  const content = preset.body(message, parameters)
  if (preset.contentType === 'application/json') return JSON.stringify(content)
  return new URLSearchParams(
    Object.entries(content).map(([name, value]) => [name, String(value)] satisfies [string, string]),
  ).toString()
}

/**
 * The parameters of a preset, from the channel's query parameters or from the query of its URL. A missing required
 * parameter becomes the problem of the renderer.
 */
export function presetParameters(
  config: WebhookConfig,
  address: string,
  renderer: TemplateRenderer,
): Record<string, string> {
  const inAddress = URL.parse(address)?.searchParams
  const found: Record<string, string> = {}
  for (const [name, isRequired] of Object.entries(parametersOf(config))) {
    const given = config.queryParameters.find(({ key }) => key === name)
    const value = given ? renderer.render(`queryParameters ${name}`, given.value, 'none').trim() : inAddress?.get(name)
    if (value) found[name] = value
    else if (isRequired) renderer.problem ??= writeReason('PARAMETER_MISSING', { type: config.webhookType ?? '', name })
  }
  return found
}
