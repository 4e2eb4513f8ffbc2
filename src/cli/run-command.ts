import { asksForHelp, usages } from './usages.ts'
import type { CommandName } from './usages.ts'

/**
 * One command: its one-line help, and its function with the arguments after its name, which loads its modules. Returns
 * the exit code.
 */
interface Command {
  readonly help: string
  readonly run: (args: readonly string[]) => Promise<number>
}

const commands: Readonly<Record<CommandName, Command>> = {
  server: { help: 'start the service', run: async () => (await import('./server.ts')).server() },
  agent: {
    help: 'run checks in a location, for a service elsewhere; `agent doctor` examines its machine',
    run: async (args) => (await import('./agent.ts')).agent(args),
  },
  keys: { help: 'create, list or revoke API keys', run: async (args) => (await import('./keys.ts')).keys(args) },
  users: {
    help: 'list users, and make tokens with which they sign in',
    run: async (args) => (await import('./users.ts')).users(args),
  },
  login: {
    help: 'sign the command line tool of the hosted product in to this service',
    run: async (args) => (await import('./login.ts')).login(args),
  },
  bundles: {
    help: 'upload the project of a Playwright suite',
    run: async (args) => (await import('./bundles.ts')).bundles(args),
  },
  watch: {
    help: 'have two installations watch each other',
    run: async (args) => (await import('./watch.ts')).watch(args),
  },
  apply: {
    help: 'make checks, groups and pages what the files of a directory say',
    run: async (args) => (await import('./apply/apply.ts')).apply(args),
  },
  plan: {
    help: 'say what apply would change',
    run: async (args) => (await import('./apply/plan.ts')).plan(args),
  },
  import: {
    help: 'import checks from another tool, for example Uptime Kuma',
    run: async (args) => (await import('./import/import.ts')).importSource(args),
  },
  export: {
    help: 'write what an account has as files that apply takes',
    run: async (args) => (await import('./apply/export.ts')).exportAccount(args),
  },
  try: {
    help: 'run a test file once without saving it, and print its steps',
    run: async (args) => (await import('./try/try-file.ts')).tryFile(args),
  },
  mcp: {
    help: 'serve tools for models on standard input and output, over a service elsewhere',
    run: async () => (await import('./mcp.ts')).mcp(),
  },
  skills: {
    help: 'write a skill file for coding agents',
    run: async (args) => (await import('./skills/skills.ts')).skills(args),
  },
  languages: {
    help: 'translate status pages: write the texts of a language, or check them',
    run: async (args) => (await import('./languages.ts')).languages(args),
  },
  doctor: {
    help: 'check database, disk, clock, DNS, outbound connections, ping permission and runtimes',
    run: async () => (await import('./doctor.ts')).doctor(),
  },
  version: { help: 'print the version', run: async () => (await import('./version.ts')).version() },
}

const usage = `Usage: belfry <command>\n\n${Object.entries(commands)
  .map(([name, command]) => `  ${name.padEnd(10)}${command.help}`)
  .join(
    '\n',
  )}\n\n\`belfry <command> --help\` says more. Settings are environment variables; docs/settings.md lists them.\n`

const isCommand = (text: string): text is CommandName => Object.hasOwn(commands, text)

/** Runs the command of a command line. Returns the exit code. */
export async function runCommand([name = 'help', ...args]: readonly string[]): Promise<number> {
  if (isCommand(name)) {
    if (!asksForHelp(args)) return commands[name].run(args)
    process.stdout.write(usages[name])
    return 0
  }
  const isHelp = name === 'help' || name === '--help' || name === '-h'
  process.stdout.write(isHelp ? usage : `There is no command "${name}".\n\n${usage}`)
  return isHelp ? 0 : 2
}
