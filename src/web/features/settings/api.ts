import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { ApiError } from '../../api/api-error.ts'
import { call, callWith, saveFile } from '../../api/call.ts'
import { change } from '../../api/change.ts'
import type { Answer, Input } from '../../api/operations.ts'
import { orNone } from '../../api/or-none.ts'
import { useAllItems } from '../../api/use-all-items.ts'
import { readOf, useChange, useOperation } from '../../api/use-operation.ts'
import { useCursorPages } from '../../api/use-pages.ts'
import { useMay } from '../../session/session.tsx'

export type ApiKey = Answer<'listApiKeys'>[number]
export type AuditEntry = Answer<'listAuditLog'>['entries'][number]
export type AuditQuery = NonNullable<Input<'exportAuditLogCsv'>['query']>
export type AlertSettings = Answer<'getOwnAlertSettings'>
export type Certificate = Answer<'listClientCertificates'>[number]
export type Defaults = Answer<'getAccountDefaults'>
export type Entitlements = Answer<'getOwnEntitlements'>
export type Finding = Answer<'scanForSecrets'>[number]
export type Health = Answer<'getServiceHealth'>
export type Invite = Answer<'listInvites'>[number]
/** An invite with its link, unless that is mailed. */
export type CreatedInvite = Answer<'createInvite'>
export type Member = NonNullable<ReturnType<typeof useMembers>['data']>[number]
export type PingKey = Answer<'getPingKey'>
export type Passkey = Answer<'listPasskeys'>[number]
export type PendingAddress = NonNullable<Answer<'getEmailAddress'>['pendingAddress']>
export type Runtime = Answer<'listRuntimes'>[number]
export type Snippet = Answer<'listSnippets'>['items'][number]
export type Use = Answer<'getAccountUse'>
export type UseHistory = Answer<'getAccountUseHistory'>
export type Uses = Answer<'getUsesOfVariable'>
export type Variable = Answer<'listVariables'>['items'][number]

interface Mailed {
  readonly mail: { readonly status: PendingAddress['mail']['status'] }
}

/** How soon to read again what is mailed; false when nothing is under way. */
const whileMailing = (mailed: readonly (Mailed | null)[] = []): number | false =>
  mailed.some((one) => one?.mail.status === 'PENDING' || one?.mail.status === 'RETRY') && 2_000

/** The address of the person; follows the mail to a new one. */
export const useEmailAddress = () =>
  useQuery<Answer<'getEmailAddress'>, ApiError>({
    ...readOf('getEmailAddress'),
    refetchInterval: ({ state: { data } }) => whileMailing(data && [data.pendingAddress]),
  })
export const useChangeEmailAddress = () => useChange('changeEmailAddress')
export const useWithdrawEmailAddress = () => useChange('withdrawEmailAddress')

export const useSetPassword = () => useChange('setPassword')

export const useBrowserSessions = () => useOperation('listBrowserSessions')
export const useEndBrowserSession = () => useChange('endBrowserSession')

export const usePasskeys = () => useOperation('listPasskeys')
export const useRenamePasskey = () => useChange('renamePasskey')
export const useDeletePasskey = () => useChange('deletePasskey')

interface NewPasskey {
  readonly name: string
  /** Null: the person has no password. */
  readonly password: string | null
}

/** Has the device make a passkey, and the service remember it. */
async function addPasskey(client: QueryClient, { name, password }: NewPasskey): Promise<void> {
  const optionsJSON = await call('startPasskey', { body: password === null ? {} : { currentPassword: password } })
  const { startRegistration } = await import('@simplewebauthn/browser')
  const credential = await startRegistration({ optionsJSON })
  await change(client, 'createPasskey', { body: { name, credential } })
}

export function useAddPasskey() {
  const client = useQueryClient()
  return useMutation({ mutationFn: (passkey: NewPasskey) => addPasskey(client, passkey) })
}

export const useMembers = () => useAllItems('listOwnMembers')
export const useUpdateMember = () => useChange('updateOwnMember')
export const useRemoveMember = () => useChange('removeOwnMember')
export const useWithdrawMemberAddress = () => useChange('withdrawOwnMemberAddress')

/** Invites that are not accepted; follows their mails. */
export const useInvites = () =>
  useQuery<Answer<'listInvites'>, ApiError>({
    ...readOf('listInvites'),
    refetchInterval: ({ state: { data } }) => whileMailing(data),
  })
export const useCreateInvite = () => useChange('createInvite')
export const useRenewInvite = () => useChange('renewInvite')
export const useRevokeInvite = () => useChange('revokeInvite')

export const useApiKeys = () => useOperation('listApiKeys')
export const useCreateApiKey = () => useChange('createApiKey')
export const useRevokeApiKey = () => useChange('revokeApiKey')

/** The ping key of the account, without the key itself; null while it has none. */
export const usePingKey = () => orNone(useOperation('getPingKey'), 'PING_KEY_NOT_FOUND')
export const useCreatePingKey = () => useChange('createPingKey')
export const useDeletePingKey = () => useChange('deletePingKey')

/** Hosts that modules of /probe may run against with keys of the account. */
export const useProbeTargets = () => useOperation('getProbeTargets')
export const useSetProbeTargets = () => useChange('setProbeTargets')

export const useVariables = () => useAllItems('listVariables')
export const useCreateVariable = () => useChange('createVariable')
export const useUpdateVariable = () => useChange('updateVariable')
export const useDeleteVariable = () => useChange('deleteVariable')
export const useUsesOfVariable = (key: string) => useOperation('getUsesOfVariable', { params: { key } })

export const useSnippets = () => useAllItems('listSnippets')
export const useCreateSnippet = () => useChange('createSnippet')
export const useUpdateSnippet = () => useChange('updateSnippet')
export const useDeleteSnippet = () => useChange('deleteSnippet')
export const useUsesOfSnippet = (id: number) => useOperation('getUsesOfSnippet', { params: { id } })

export const useAlertSettings = () => useOperation('getOwnAlertSettings')
export const useUpdateAlertSettings = () => useChange('updateOwnAlertSettings')
export const useMayUpdateAlertSettings = (): boolean => useMay('updateOwnAlertSettings')

/** The initial values of checks created in the interface. */
export const useDefaults = () => useOperation('getAccountDefaults')
export const useUpdateDefaults = () => useChange('updateAccountDefaults')
export const useMayUpdateDefaults = (): boolean => useMay('updateAccountDefaults')

export const useServiceHealth = () => useOperation('getServiceHealth')

const auditPage = 50

/** The entries of the audit log that match, the latest first, page by page. */
export const useAuditLog = (query: AuditQuery) =>
  useCursorPages(['listAuditLog', 'pages', query], (from, options) =>
    callWith('listAuditLog', { query: { ...query, limit: auditPage, ...from } }, options),
  )
export const saveAuditLog = {
  csv: (query: AuditQuery) => saveFile('exportAuditLogCsv', { query }, 'audit-log.csv'),
  lines: (query: AuditQuery) => saveFile('exportAuditLogLines', { query }, 'audit-log.jsonl'),
}

export const useCertificates = () => useOperation('listClientCertificates')
export const useCreateCertificate = () => useChange('createClientCertificate')
export const useDeleteCertificate = () => useChange('deleteClientCertificate')

export const useUsesOfCertificate = (id: string) => useOperation('getUsesOfClientCertificate', { params: { id } })
export const useUsesOfRuntime = (id: string) => useOperation('getUsesOfRuntime', { params: { id } })

export const useSecretScan = () => useOperation('scanForSecrets')
export const useRuntimes = () => useOperation('listRuntimes')

export const useEntitlements = () => useOperation('getOwnEntitlements')
export const useUse = () => useOperation('getAccountUse')
export const useMayExport = (): boolean => useMay('exportAccount')
export const saveExport = () => saveFile('exportAccount', {}, 'belfry-export.zip')

/** Of the last 90 days. */
export const useUseHistory = () => useOperation('getAccountUseHistory')
export const useRenameAccount = () => useChange('updateOwnAccount')
export const useMayRenameAccount = (): boolean => useMay('updateOwnAccount')
export const useDeleteAccount = () => useChange('deleteOwnAccount')
export const useMayDeleteAccount = (): boolean => useMay('deleteOwnAccount')
