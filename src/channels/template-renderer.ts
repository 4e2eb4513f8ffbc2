import { randomInt } from 'node:crypto'
import type { ChannelType } from '#contract'
import { randomId } from '#kernel'
import { renderTemplate } from '#templating'
import type { Rendered, RenderSettings, TemplateValue, TemplateVariables } from '#templating'
import { alertVariables } from './alert-variables.ts'
import { cutText } from './cut-text.ts'
import type { NotificationOf } from './channel-notification.ts'

type Encode = RenderSettings['encode']

/** Texts and lists of an alert where all of it is too much for a template or its place in a request. */
const short = { text: 200, list: 10 }

/**
 * Renders the templates of one config for one notification and remembers the first problem. How much an alert says is no
 * problem: what becomes too long with all of its texts is rendered with shortened ones.
 */
export class TemplateRenderer {
  /** The first problem, beginning with the field, or null. Rendered strings may be used only while it is null. */
  problem: string | null = null
  readonly #alert: TemplateVariables
  readonly #variables: TemplateVariables
  readonly #renderContext: Omit<RenderSettings, 'encode'>

  constructor(notification: NotificationOf<ChannelType>, nowMs: number) {
    this.#alert = alertVariables(notification.facts, notification.actionLinks ?? null)
    this.#variables = { ...notification.variables, ...this.#alert }
    this.#renderContext = { nowMs, randomNumber: () => randomInt(0, 10_001), uuid: randomId }
  }

  /** At most `maxLength` characters of a text with variables of the alert, unless the rest of the template is longer. */
  render(field: string, template: string, encode: Encode, maxLength = Infinity): string {
    const whole = this.#rendered(template, encode, this.#variables)
    if (whole.text !== undefined && whole.text.length <= maxLength) return whole.text
    const shortened = this.#rendered(template, encode, { ...this.#variables, ...shortVariables(this.#alert) })
    if (shortened.text !== undefined) return shortened.text
    this.problem ??= `${field}: ${shortened.problem}`
    return ''
  }

  #rendered(template: string, encode: Encode, variables: TemplateVariables): Rendered {
    return renderTemplate(template, variables, { ...this.#renderContext, encode })
  }

  /** A variable of the account may contain an entire URL; the facts of an alert must not change the destination. */
  renderUrl(field: string, template: string): string {
    return this.render(field, template, (name) =>
      name === '' || Object.hasOwn(this.#alert, name) ? 'component' : 'uri',
    ).trim()
  }
}

/** Links do not work when they are cut. */
const shortVariables = (variables: TemplateVariables): TemplateVariables =>
  Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [name, name.endsWith('_LINK') ? value : shortened(value)]),
  )

function shortened(value: TemplateValue): TemplateValue {
  if (typeof value === 'string') return cutText(value, short.text)
  return Array.isArray(value) ? value.slice(0, short.list).map(shortened) : value
}
