import { randomInt } from 'node:crypto'
import type { ChannelType } from '#contract'
import { randomId } from '#kernel'
import { renderTemplate } from '#templating'
import type { RenderSettings, TemplateVariables } from '#templating'
import { alertVariables } from './alert-variables.ts'
import type { NotificationOf } from './channel-notification.ts'

type Encode = RenderSettings['encode']

/** Renders the templates of one config for one notification and remembers the first problem. */
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

  render(field: string, template: string, encode: Encode): string {
    const rendered = renderTemplate(template, this.#variables, { ...this.#renderContext, encode })
    if (rendered.text !== undefined) return rendered.text
    this.problem ??= `${field}: ${rendered.problem}`
    return ''
  }

  /** A variable of the account may contain an entire URL; the facts of an alert must not change the destination. */
  renderUrl(field: string, template: string): string {
    return this.render(field, template, (name) =>
      name === '' || Object.hasOwn(this.#alert, name) ? 'component' : 'uri',
    ).trim()
  }
}
