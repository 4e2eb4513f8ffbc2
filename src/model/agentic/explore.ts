import type { AgenticAction, AgenticStep, Exploration, ExplorationFinish, ExplorationOrder } from '#contract'
import { writeReason } from '#contract/reasons'
import type { ModelSettings, ModelTools } from '../ask-model.ts'
import { askTurn } from './ask-turn.ts'
import type { ToolCall, TurnMessage } from './ask-turn.ts'
import { conditionsText, planMessages, quotedPage } from './exploration-messages.ts'
import { declaredPlan, declaredTools, readCall } from './tools.ts'

export interface ExplorationLimits {
  readonly maxSteps: number
  readonly maxTokens: number
}

const maxOutput = 4000

/**
 * Lets a model follow a prompt through its tools, within limits. The conditions are fixed before it sees a page, and it
 * can pass only with an assertion that succeeded for each of them. Never rejects.
 */
export const explore = (
  order: ExplorationOrder,
  limits: ExplorationLimits,
  settings: ModelSettings,
  tools: Omit<ModelTools, 'signal'>,
): Promise<Exploration> => new Explorer(order, limits, settings, { ...tools, signal: order.signal }).run()

class Explorer {
  readonly #order: ExplorationOrder
  readonly #limits: ExplorationLimits
  readonly #settings: ModelSettings
  readonly #tools: ModelTools
  readonly #messages: TurnMessage[]
  readonly #actions: AgenticAction[] = []
  readonly #steps: AgenticStep[] = []
  #conditions: readonly string[]
  #finish: ExplorationFinish | null = null
  #problem: string | null = null
  #isUnavailable = false
  #tokens = 0
  #count = 0

  constructor(order: ExplorationOrder, limits: ExplorationLimits, settings: ModelSettings, tools: ModelTools) {
    this.#order = order
    this.#limits = limits
    this.#settings = settings
    this.#tools = tools
    this.#messages = planMessages(order)
    this.#conditions = order.previous?.conditions ?? []
    if (this.#conditions.length > 0) this.#tell(conditionsText(this.#conditions, order.previous))
  }

  async run(): Promise<Exploration> {
    while (this.#finish === null && this.#problem === null) await this.#turn()
    return {
      conditions: this.#conditions,
      actions: this.#actions,
      steps: this.#steps,
      finish: this.#finish,
      problem: this.#problem,
      isUnavailable: this.#isUnavailable,
      tokens: this.#tokens,
    }
  }

  async #turn(): Promise<void> {
    this.#problem = this.#exceeded()
    if (this.#problem !== null) return
    this.#count += 1
    const offered = this.#conditions.length === 0 ? declaredPlan() : declaredTools()
    const turn = await askTurn(this.#messages, offered, this.#settings, this.#tools)
    if ('problem' in turn) {
      this.#problem = turn.problem
      this.#isUnavailable = !this.#order.signal.aborted
      return
    }
    this.#tokens += turn.tokens
    this.#messages.push(turn.message)
    if (turn.text.trim() !== '') this.#record('message', 'message', {}, turn.text)
    if (turn.calls.length === 0) this.#tell('Call one of the tools.')
    for (const call of turn.calls) await this.#answer(call)
  }

  #exceeded(): string | null {
    const { maxSteps, maxTokens } = this.#limits
    if (this.#order.signal.aborted) return writeReason('EXPLORATION_TOO_LONG')
    if (this.#count >= maxSteps) return writeReason('EXPLORATION_STEPS', { count: maxSteps })
    return this.#tokens >= maxTokens ? writeReason('EXPLORATION_TOKENS', { count: maxTokens }) : null
  }

  async #answer(call: ToolCall): Promise<void> {
    const isOver = this.#finish !== null || this.#order.signal.aborted
    const content = isOver ? 'The exploration is over.' : await this.#carryOut(call)
    this.#messages.push({ role: 'tool', tool_call_id: call.id, content })
  }

  async #carryOut({ name, arguments: given }: ToolCall): Promise<string> {
    const isPlanned = this.#conditions.length > 0
    const read = isPlanned === (name !== 'plan') ? readCall(name, given) : misplaced(name)
    if ('problem' in read) {
      this.#record('tool_result', name.slice(0, 60), {}, read.problem)
      return read.problem
    }
    if ('conditions' in read) {
      this.#record('tool_call', 'plan', { conditions: read.conditions }, '')
      this.#conditions = read.conditions
      return conditionsText(read.conditions, null)
    }
    if ('finish' in read) return this.#end(read.finish)
    return this.#perform(read.action)
  }

  #end(finish: ExplorationFinish): string {
    const missing = finish.outcome === 'passed' ? this.#unverified() : []
    if (missing.length > 0) return `These conditions have no assertion that succeeded: ${missing.join(', ')}.`
    this.#record('tool_call', 'finish', { outcome: finish.outcome }, finish.summary)
    this.#finish = finish
    return 'Done.'
  }

  #unverified(): number[] {
    const verified = new Set(this.#actions.map((action) => (action.tool === 'assert' ? action.condition : 0)))
    return this.#conditions.flatMap((_condition, index) => (verified.has(index + 1) ? [] : [index + 1]))
  }

  async #perform(action: AgenticAction): Promise<string> {
    const { tool, ...input } = action
    if (action.tool === 'assert' && action.condition > this.#conditions.length)
      return `There is no condition ${action.condition}.`
    this.#record('tool_call', tool, input, '')
    const page = await this.#order.perform(action)
    if (page.problem === null) this.#actions.push(action)
    this.#record('tool_result', tool, {}, page.problem ?? 'ok')
    return quotedPage(page)
  }

  #record(type: AgenticStep['type'], name: string, input: AgenticStep['input'], output: string): void {
    this.#steps.push({
      type,
      name,
      input,
      output: output.slice(0, maxOutput),
      timestamp: new Date(this.#order.now()).toISOString(),
      sequenceNumber: this.#steps.length + 1,
    })
  }

  #tell(content: string): void {
    this.#messages.push({ role: 'user', content })
  }
}

const misplaced = (name: string): { readonly problem: string } => ({
  problem: name === 'plan' ? 'The conditions are fixed.' : 'Call plan first.',
})
