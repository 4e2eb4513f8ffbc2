/** What every run adds to the test command, so that its results can be read, and what the suite selects. */
export interface SuiteSelection {
  readonly projects: readonly string[]
  /** With or without `@`. */
  readonly tags: readonly string[]
}

export type TestArguments = { readonly arguments: readonly string[] } | { readonly problem: string }

const headed = /(^|\s)--headed(\s|=|$)/
const grep = /(?:^|\s)(?:--grep|-g)(?:=|\s+)("[^"]*"|'[^']*'|\S+)/

/**
 * The options that are added to a test command. Projects are added to those of the command; tags must match besides its
 * own `--grep`. A command that demands a visible browser is rejected.
 */
export function testArguments(
  command: string,
  { projects, tags }: SuiteSelection,
  files: { readonly reporter: string; readonly output: string },
): TestArguments {
  if (headed.test(command)) return { problem: 'The test command has --headed: there is no screen. Remove it.' }
  const own = grep.exec(command)?.[1]?.replace(/^["']|["']$/g, '')
  return {
    arguments: [
      `--reporter=${files.reporter}`,
      `--output=${files.output}`,
      '--trace=on',
      ...projects.map((name) => `--project=${name}`),
      ...(tags.length === 0 ? [] : [`--grep=${grepOf(tags, own)}`]),
    ],
  }
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

function grepOf(tags: readonly string[], own: string | undefined): string {
  const any = tags.map((tag) => escaped(tag.startsWith('@') ? tag : `@${tag}`)).join('|')
  const tagged = `(?=.*(?:${any})(?:\\s|$))`
  return own === undefined ? tagged : `${tagged}(?=.*(?:${own}))`
}
