import { ApiError } from '#client'
import { clientOfEnvironment, ClientProblem } from './environment-client.ts'
import { exportsOfTool, writeToolSignIn } from './hosted-tool.ts'
import { isUnreachable } from './is-unreachable.ts'
import { usages } from './usages.ts'

/** Signs the command line tool of the hosted product in to the service of the environment. */
export async function login(args: readonly string[]): Promise<number> {
  if (args.length > 0) {
    process.stderr.write(usages.login)
    return 2
  }
  try {
    const account = await chosenAccount()
    const { BELFRY_URL: baseUrl = '', BELFRY_API_KEY: apiKey = '' } = process.env
    const directory = writeToolSignIn({ apiKey, accountId: account.id, accountName: account.name }, process.env)
    process.stderr.write(
      `The command line tool is signed in to the account ${account.name} (${account.id}), in ${directory}.\n` +
        `It needs these variables, and neither CHECKLY_API_KEY nor CHECKLY_ACCOUNT_ID:\n`,
    )
    process.stdout.write(exportsOfTool(baseUrl))
    return 0
  } catch (error) {
    const isExpected = error instanceof ApiError || error instanceof ClientProblem
    if (!isExpected && !isUnreachable(error)) throw error
    process.stderr.write(`${isExpected ? error.message : 'The service at BELFRY_URL cannot be reached.'}\n`)
    return 1
  }
}

/** The account that the environment names, or the only one of the key. Throws ClientProblem when there are several. */
async function chosenAccount(): Promise<{ readonly id: string; readonly name: string }> {
  const accounts = await clientOfEnvironment().call('listAccounts')
  const wanted = process.env['BELFRY_ACCOUNT_ID']
  const fitting = wanted ? accounts.filter(({ id }) => id === wanted.toLowerCase()) : accounts
  const [account, ...others] = fitting
  if (account !== undefined && others.length === 0) return account
  const names = accounts.map(({ id, name }) => `  ${id}  ${name}`).join('\n')
  throw new ClientProblem(`The key works for several accounts. Set BELFRY_ACCOUNT_ID to one of them:\n${names}`)
}
