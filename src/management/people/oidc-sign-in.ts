import { roles } from '#contract'
import type { Role } from '#contract'
import { Fault, hashToken, minuteMs, timeOrderedId } from '#kernel'
import {
  deleteBrowserSessions,
  deleteMembership,
  deleteOwnCredentials,
  findAccountsOfPerson,
  findFirstAccountId,
  findMembersByEmail,
  insertIdentity,
  insertMembership,
  insertOidcSignIn,
  insertUser,
  lockIdentity,
  lockMemberRoles,
  takeOidcSignIn,
  updateMemberRole,
  useIdentity,
} from '#storage'
import type { Queryable, Store } from '#storage'
import { openSession } from './sessions.ts'
import type { NewSession, SigningIn } from './sign-in.ts'

/** How long somebody may take at the provider. */
export const oidcSignInLifeMs = 10 * minuteMs

/** What the provider needs to be told, or asked, when the browser comes back. */
export interface OidcSecrets {
  readonly nonce: string
  readonly verifier: string
}

export interface OidcStart extends OidcSecrets {
  readonly state: string
  /** Of the cookie of the browser. */
  readonly browserToken: string
  /** The page to return to. */
  readonly returnPath: string
  readonly now: Date
}

/** Remembers a sign-in that was started, for every process. */
export async function rememberOidcSignIn(store: Store, start: OidcStart): Promise<void> {
  const { state, nonce, verifier, browserToken, returnPath, now } = start
  await store.db.transaction((tx) =>
    insertOidcSignIn(tx, {
      hash: hashToken(state),
      browserHash: hashToken(browserToken),
      encryptedSecrets: store.encryption.encrypt(JSON.stringify([nonce, verifier])),
      returnPath,
      createdAt: now,
      expiresAt: new Date(now.getTime() + oidcSignInLifeMs),
    }),
  )
}

/** Takes a sign-in that this browser started. Throws OIDC_SIGN_IN_ENDED when it is unknown, used, expired or of another browser. */
export async function resumeOidcSignIn(
  store: Store,
  {
    state,
    browserToken,
    now,
  }: { readonly state: string; readonly browserToken: string | undefined; readonly now: Date },
): Promise<OidcSecrets & { readonly returnPath: string }> {
  const taken =
    browserToken === undefined
      ? null
      : await takeOidcSignIn(store.db, { hash: hashToken(state), browserHash: hashToken(browserToken), now })
  if (taken === null) throw new Fault('OIDC_SIGN_IN_ENDED')
  const [nonce = '', verifier = ''] = JSON.parse(store.encryption.decrypt(taken.encryptedSecrets)) as string[]
  return { nonce, verifier, returnPath: taken.returnPath }
}

/** Roles by group; `*` stands for everybody. */
export type RolesOfGroups = ReadonlyMap<string, Role>

/** What the operator decided about people whom the provider attests. */
export interface OidcTerms {
  /** Null: the first account. */
  readonly accountId: string | null
  /** Null: the provider decides no roles, and only members sign in. */
  readonly rolesOfGroups: RolesOfGroups | null
  /** For messages. */
  readonly groupClaim: string
}

/** Who the provider says came back. */
export interface Attested {
  readonly issuer: string
  readonly subject: string
  readonly name: string | null
  readonly email: string | null
  readonly isEmailVerified: boolean
  readonly groups: readonly string[] | null
}

/**
 * Opens a session for whom the provider attests: who came before, or a member with this verified address, or somebody new whose
 * groups give a role. Roles follow the groups at each sign-in. Throws OIDC_GROUPS_MISSING, OIDC_EMAIL_UNVERIFIED,
 * OIDC_ADDRESS_SHARED, and OIDC_NOT_ALLOWED, before which a membership that the groups no longer give has ended.
 */
export async function signInAttested(
  store: Store,
  attested: Attested,
  { terms, visitor, now }: SigningIn & { readonly terms: OidcTerms },
): Promise<NewSession> {
  const accountId = terms.accountId ?? (await findFirstAccountId(store.db))
  if (accountId === null) throw notAllowed(attested)
  const role = roleOf(attested, terms)
  const opened = await store.db.transaction(async (tx) => {
    await lockIdentity(tx, attested)
    const userId = await userOf(tx, attested, { accountId, isNewAllowed: typeof role === 'string', now })
    if (userId === null) return null
    if (role !== undefined) await applyRole(tx, { accountId, userId }, role, now)
    if ((await findAccountsOfPerson(tx, userId)).length === 0) return null
    return { userId, ...(await openSession(tx, { userId, method: 'OIDC', visitor, now })) }
  })
  if (opened === null) throw notAllowed(attested)
  return opened
}

const notAllowed = ({ email, subject }: Attested): Fault =>
  new Fault('OIDC_NOT_ALLOWED', { values: { person: email ?? subject } })

/** The highest role of the groups, null without any; undefined when roles are not decided by groups. */
function roleOf({ groups }: Attested, { rolesOfGroups, groupClaim }: OidcTerms): Role | null | undefined {
  if (rolesOfGroups === null) return undefined
  // Nothing is changed when it is not known that somebody is in no group: the operator may have forgotten a scope.
  if (groups === null && !rolesOfGroups.has('*'))
    throw new Fault('OIDC_GROUPS_MISSING', { values: { claim: groupClaim } })
  const given = [...(groups ?? []), '*'].flatMap((group) => rolesOfGroups.get(group) ?? [])
  return roles.findLast((role) => given.includes(role)) ?? null
}

interface Joining {
  readonly accountId: string
  readonly isNewAllowed: boolean
  readonly now: Date
}

/** The user of an identity, linked or created when it comes for the first time; null when that is not allowed. */
async function userOf(tx: Queryable, attested: Attested, { accountId, isNewAllowed, now }: Joining) {
  const known = await useIdentity(tx, attested, now)
  if (known !== null) return known
  const { email } = attested
  if (email === null || !attested.isEmailVerified) throw new Fault('OIDC_EMAIL_UNVERIFIED')
  const [member, ...others] = await findMembersByEmail(tx, { accountId, email, limit: 2 })
  if (others.length > 0) throw new Fault('OIDC_ADDRESS_SHARED', { values: { email } })
  if (member === undefined && !isNewAllowed) return null
  const userId = member ?? timeOrderedId(now.getTime())
  if (member === undefined) await insertUser(tx, { id: userId, name: attested.name ?? email, email, createdAt: now })
  else await endOwnCredentials(tx, userId)
  await insertIdentity(tx, attested, { userId, now })
  return userId
}

/** Whoever wrote this address into the user may not have owned it: what they know or hold must not stay of use. */
async function endOwnCredentials(tx: Queryable, userId: string): Promise<void> {
  await deleteOwnCredentials(tx, userId)
  await deleteBrowserSessions(tx, userId, null)
}

/** Gives a user this role in the account, or none. The last owner stays the owner. */
async function applyRole(
  tx: Queryable,
  one: { readonly accountId: string; readonly userId: string },
  role: Role | null,
  now: Date,
): Promise<void> {
  const members = await lockMemberRoles(tx, one.accountId)
  const current = members.get(one.userId)
  const owners = [...members.values()].filter((each) => each === 'OWNER').length
  if (current === role || (current === 'OWNER' && owners === 1)) return
  if (role === null && current !== undefined) await deleteMembership(tx, one, now)
  else if (role !== null && current === undefined) await insertMembership(tx, { ...one, role, createdAt: now })
  else if (role !== null) await updateMemberRole(tx, one, role, now)
}
