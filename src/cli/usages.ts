/** The output of `--help`, for each command. */
export const usages = {
  server: `Usage:
  belfry server

Starts the service: API, scheduler, runner and notifications, as BELFRY_ROLES says, with its database in BELFRY_DATA_DIR unless
DATABASE_URL names another. SIGINT or SIGTERM ends it when its runs have ended; a second signal ends it at once.
Settings are environment variables; docs/settings.md lists them.
`,
  agent: `Usage:
  belfry agent
  belfry agent doctor [--json]

Runs checks in a location, for the service at BELFRY_URL, with the API_KEY of the location. SIGINT or SIGTERM ends it when its
runs have ended; a second signal returns them to the queue. The doctor examines the machine instead, and exits with 1 when
something keeps an agent from working; docs/private-locations.md lists the settings.
`,
  keys: `Usage:
  belfry keys create [--name NAME] [--role read-only|read-run|read-write|admin] [--account ID] [--export]
  belfry keys create --location CODE [--name NAME]
  belfry keys list   [--account ID]
  belfry keys revoke KEY-ID [--account ID]

A key with --role is a service key of the account; without it, a user key of the account's owner.
With --export it prints the variables for the command line tool of the hosted product in place of the key, for eval in a shell.
With --location it is a key for agents that serve that public location, for all accounts (npx belfry agent).
`,
  users: `Usage:
  belfry users list
  belfry users token [EMAIL|USER-ID]

\`token\` prints a token with which the user signs in once, within half an hour; without a name that of the first user, who owns the
first account. docs/sign-in.md says how it is used.
`,
  login: `Usage:
  belfry login

Signs the command line tool of the hosted product in to this service: writes the files in which it keeps its key and account,
and prints the variables that it needs besides. BELFRY_URL and BELFRY_API_KEY say where and as whom; BELFRY_ACCOUNT_ID chooses
one of several accounts of the key.
`,
  bundles: `Usage:
  belfry bundles upload DIRECTORY

Packs a Playwright project, without node_modules and what .gitignore leaves out, and prints the id of its code bundle: the
codeBundlePath of Playwright checks. BELFRY_URL and BELFRY_API_KEY say where and as whom; BELFRY_ACCOUNT_ID chooses one of
several accounts of the key.
`,
  watch: `Usage:
  belfry watch URL [--seconds 60]
  belfry watch --end URL

Has two installations watch each other: each gets a heartbeat that expects a ping of the other one, and pings that of the other
while it works. --end stops the pings and deletes the heartbeats. BELFRY_URL and BELFRY_API_KEY say where and as whom, of the
first installation; URL and BELFRY_OTHER_API_KEY of the second one. Both keys have to be of an admin of the first account.
`,
  apply: `Usage:
  belfry apply [DIRECTORY] [options]

Makes the resources of a project what the YAML, JSON and TypeScript files of the directory say, after it has said what would
change. TypeScript files are run. docs/as-code.md describes the files. Exit code 0: applied, or nothing to change; 1: the
deployment failed; 2: it could not be made; 3: nobody confirmed it.

  --plan      only say what would change
  --yes, -y   do not ask; required where nobody can be asked
  --preserve  keep what the files no longer have; it belongs to no project any more
  --adopt     take over what was made by hand and matches, instead of creating it again
  --watch     apply again after each change of a file, without asking
  --json      print one JSON document and nothing else

BELFRY_URL and BELFRY_API_KEY say where and as whom; BELFRY_ACCOUNT_ID chooses one of several accounts of the key.
`,
  plan: `Usage:
  belfry plan [DIRECTORY] [options]

Says what \`belfry apply\` would change, with the properties of each resource and what somebody changed by hand. Exit code 0:
nothing to change; 1: the plan could not be made; 2: there are changes.

  --preserve  keep what the files no longer have; it belongs to no project any more
  --adopt     take over what was made by hand and matches, instead of creating it again
  --json      print one JSON document and nothing else

BELFRY_URL and BELFRY_API_KEY say where and as whom; BELFRY_ACCOUNT_ID chooses one of several accounts of the key.
`,
  import: `Usage:
  belfry import
  belfry import SOURCE [FILE|DIRECTORY|URL...] [options]
  belfry import SOURCE --compare [FILE|DIRECTORY|URL...] [--json]
  belfry import SOURCE --go [--json]
  belfry import SOURCE --undo ID [--json]

Imports checks, groups, alert channels and pages from files of another tool, after it has said what becomes of each field and what
would change. Without files it reads the API of the tool with the key in BELFRY_IMPORT_KEY. New checks are muted. Without a source it
lists the sources. docs/importing.md says more. Exit code 0: imported, or
nothing to change; 1: the import failed; 2: it could not be made; 3: nobody confirmed it.
--compare puts the states of the imported checks beside those that the tool knew last, of the import or of the files that are
named; it exits with 1 when some disagree.

  --compare             say which checks agree with the tool, and change nothing
  --go                  start alerting for the imported checks
  --undo ID             undo --go, which prints the ID, within an hour
  --location LOCATION   where checks run whose place the files do not name; default: us-east-1
  --map NAME=LOCATION   where checks of a place in the files run; any number of them
  --env-file FILE       values of placeholders in the files, one KEY=VALUE a line
  --address URL         of the API of the tool, where it has several or one of your own
  --plan                only say what would change
  --yes, -y             do not ask; required where nobody can be asked
  --out DIRECTORY       write files that \`belfry apply\` takes, and change nothing
  --json                print one JSON document and nothing else

BELFRY_URL and BELFRY_API_KEY say where and as whom; BELFRY_ACCOUNT_ID chooses one of several accounts of the key.
`,
  export: `Usage:
  belfry export [DIRECTORY] [options]

Writes what an account has as files that \`belfry apply\` takes: checks, groups, alert channels, maintenance windows, private
locations, dashboards, status pages. Credentials are left out: the files name variables of the environment for them, which
.env.example lists.

  --format yaml|json|ts  default: yaml
  --project ID           the logical id of the project in the files; default: main
  --force                write into a directory that is not empty

BELFRY_URL and BELFRY_API_KEY say where and as whom; BELFRY_ACCOUNT_ID chooses one of several accounts of the key.
`,
  try: `Usage:
  belfry try FILE.spec.ts [options]

Runs a test file once on a server without saving anything, with the files that it imports, and prints its steps as they
happen. Exit code 0: passed, 1: failed, 2: it could not be run, 130: cancelled with Ctrl-C.

  --type browser|multi-step  default: browser when the file uses page, context or browser
  --location LOCATION        a location or the slug of a private location
  --runtime ID               for example 2026.04
  --env KEY=VALUE            a variable of the run; any number of them
  --secret KEY=VALUE         the same, and its value appears in no output
  --env-file FILE            variables, one KEY=VALUE a line
  --trace                    also fetch the traces
  --output DIRECTORY         for screenshots and traces; default: belfry-results
  --json                     print the result as JSON and nothing else

BELFRY_URL and BELFRY_API_KEY say where and as whom; BELFRY_ACCOUNT_ID chooses one of several accounts of the key.
`,
  mcp: `Usage:
  belfry mcp

Serves tools and prompts for models (Model Context Protocol) on standard input and output, over the API of a service. The service
serves the same tools at /mcp. They read and change nothing; docs/mcp.md says how clients are set up.

BELFRY_URL and BELFRY_API_KEY say where and as whom; BELFRY_ACCOUNT_ID chooses one of several accounts of the key.
`,
  skills: `Usage:
  belfry skills install [DIRECTORY]

Writes a short skill file for coding agents: how checks are written as code, tried and applied, and how failures are looked into.
Default directory: .claude/skills
`,
  languages: `Usage:
  belfry languages template LANGUAGE
  belfry languages check [FILE...]

Status pages are in English and German, and in the languages of the files in BELFRY_PAGE_LANGUAGES_DIR, such as fr.json. \`template\`
prints the English texts with the plural forms of a language, to be translated; \`check\` says what is wrong with files, by default with
those of that directory. Exit code 1: a text cannot be used.
`,
  doctor: `Usage:
  belfry doctor

Checks database, disk, clock, DNS, outbound connections, ping permission, isolation of scripts and runtimes, with the settings of
the service, running or not. Exit code 1: there is a problem. Settings are environment variables; docs/settings.md lists them.
`,
  version: `Usage:
  belfry version

Prints the versions of Belfry and of Node.
`,
} as const

export type CommandName = keyof typeof usages

const helpOptions: ReadonlySet<string> = new Set(['--help', '-h'])

/** Whether the arguments of a command ask for its usage. What follows `--` belongs to the command. */
export function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--')
  return (end === -1 ? args : args.slice(0, end)).some((argument) => helpOptions.has(argument))
}
