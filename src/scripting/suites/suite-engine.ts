import { writeReason } from '#contract/reasons'
import type { InstalledRuntime } from '../runtimes/find-installed.ts'
import type { InstalledTool, SuiteToolbox } from '../runtimes/installed-tools.ts'
import type { SuiteToolId } from '../runtimes/suite-tool-source.ts'
import { SandboxProblem } from '../sandbox.ts'

/** The engine that runs the tests, as a suite names it. */
export interface SuiteEngine {
  readonly name: 'node' | 'bun'
  /** A major version of Node or `1.3` of Bun, a longer one of the same, or null for the default. */
  readonly version: string | null
}

export interface PreparedEngine {
  readonly kind: 'node' | 'bun'
  readonly program: string
  /** For the log. */
  readonly title: string
}

const engines: readonly (readonly [name: SuiteEngine['name'], version: string, tool: SuiteToolId])[] = [
  ['node', '22', 'node-22'],
  ['node', '24', 'node-24'],
  ['node', '26', 'node-26'],
  ['bun', '1.3', 'bun-1.3'],
]

/** The tool of an engine; or why there is none, in a sentence. */
export function engineTool({
  name,
  version,
}: SuiteEngine): { readonly tool: SuiteToolId } | { readonly problem: string } {
  const wanted = version?.replace(/^v/, '') ?? null
  const row = engines.find(([each, known]) => each === name && isSame(wanted ?? known, known))
  if (row !== undefined) return { tool: row[2] }
  const known = engines.map(([each, number]) => `${each} ${number}`).join(', ')
  return { problem: writeReason('NO_ENGINE', { name, version: String(version), list: known }) }
}

const isSame = (wanted: string, known: string): boolean => wanted === known || wanted.startsWith(`${known}.`)

export interface EngineTools {
  readonly runtime: InstalledRuntime
  readonly toolbox?: SuiteToolbox
  readonly signal: AbortSignal
  readonly note: (level: 'INFO' | 'ERROR', text: string) => void
}

/** Without a named engine the Node of the runtime runs the tests. Rejects with what is to be done when an engine is missing. */
export async function prepareEngine(engine: SuiteEngine | null, tools: EngineTools): Promise<PreparedEngine> {
  if (engine === null) return { kind: 'node', program: tools.runtime.node, title: 'the Node of the runtime' }
  const found = engineTool(engine)
  if ('problem' in found) throw new SandboxProblem(found.problem)
  const { program, id } = await getTool(found.tool, tools)
  return { kind: engine.name, program, title: id.replace('-', ' ') }
}

/** Installs a tool when it is missing. Rejects with what is to be done when that is not possible. */
export async function getTool(id: SuiteToolId, { toolbox, signal, note }: EngineTools): Promise<InstalledTool> {
  if (toolbox === undefined) throw new SandboxProblem(`This service has no ${id}.`)
  if (toolbox.find(id) === null) note('INFO', `Installing ${id}, which this service uses for the first time.`)
  return toolbox.get(id, signal)
}
