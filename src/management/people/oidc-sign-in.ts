import { roles } from '#contract'
import type { Role } from '#contract'
import { Fault, hashToken, minuteMs } from '#kernel'
import {
  deleteMembership,
  findAccountsOfPerson,
  findFirstAccountId,
  insertMembership,
  insertOidcSignIn,
  lockIdentity,
  lockMemberRoles,
  takeOidcSignIn,
  updateMemberRole,
} from '#storage/accounts'
import type { Queryable, Store } from '#storage/database'
import { personOfAttested } from './person-of-attested.ts'
import type { Attested } from './person-of-attested.ts'
import { openSession } from './sessions.ts'
import type { NewSession, SigningIn } from './sign-in.ts'

/** How long somebody may take at the provider. */
export const oidcSignInLifeMs = 10 * minuteMs

/** The values to send to the provider when the browser returns. */
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

/** The settings of the operator for people of the identity provider. */
export interface OidcTerms {
  /** Null: the first account. */
  readonly accountId: string | null
  /** Null: the provider decides no roles, and only members sign in. */
  readonly rolesOfGroups: RolesOfGroups | null
  /** For messages. */
  readonly groupClaim: string
}

export interface AttestedSigningIn extends SigningIn {
  readonly terms: OidcTerms
  /** Who is signed in otherwise in the same browser. */
  readonly signedInUserId: string | null
}

/**
 * Opens a session for whom the provider attests: who came before, or the person with this verified address who is signed in as
 * well, or a member of whom nobody knows that it is theirs, or somebody new whose groups give a role. Roles follow the groups
 * at each sign-in. Throws OIDC_GROUPS_MISSING, OIDC_EMAIL_UNVERIFIED, OIDC_SIGN_IN_TO_LINK, OIDC_ADDRESS_SHARED, and
 * OIDC_NOT_ALLOWED, before which a membership that the groups no longer give has ended.
 */
export async function signInAttested(
  store: Store,
  attested: Attested,
  { terms, signedInUserId, visitor, now }: AttestedSigningIn,
): Promise<NewSession> {
  const accountId = terms.accountId ?? (await findFirstAccountId(store.db))
  if (accountId === null) throw notAllowed(attested)
  const role = roleOf(attested, terms)
  const opened = await store.db.transaction(async (tx) => {
    await lockIdentity(tx, attested)
    const userId = await personOfAttested(tx, attested, {
      accountId,
      isNewAllowed: typeof role === 'string',
      signedInUserId,
      now,
    })
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
