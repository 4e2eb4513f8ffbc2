import type { Handlers, PasskeyResource } from '#contract'
import { challengeOf, passkeyCeremonyMs, PasskeyVerifier } from '#identity'
import {
  addPasskey,
  changePasskeyName,
  createPasskeyChallenge,
  findAddingPerson,
  findCredential,
  nobody,
  passkeysOf,
  removePasskey,
  signInWithPasskey,
  takeChallenge,
} from '#management'
import { Fault } from '#kernel'
import type { PasskeyRow } from '#storage/accounts'
import type { RequestContext } from '../request-context.ts'
import { limitGuesses } from './limit-guesses.ts'
import { welcome } from './signed-in.ts'

const present = ({ id, name, isSynced, createdAt, lastUsedAt }: PasskeyRow): PasskeyResource => ({
  id,
  name,
  isSynced,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt && lastUsedAt.toISOString(),
})

const verifierOf = ({ publicUrl }: RequestContext): PasskeyVerifier => new PasskeyVerifier(publicUrl, 'Belfry')

export const passkeyHandlers = {
  startPasskeySignIn: async (_input, context) => {
    const verifier = verifierOf(context)
    const life = { now: context.now, lifeMs: passkeyCeremonyMs }
    return verifier.requestOptions(await createPasskeyChallenge(context.store, nobody, life))
  },

  finishPasskeySignIn: async ({ body: { credential } }, context) => {
    const { store, now } = context
    const verifier = verifierOf(context)
    const given = challengeOf(credential.response.clientDataJSON)
    const challenge = await takeChallenge(store, nobody, { challenge: given, now })
    const passkey = await findCredential(store, Buffer.from(credential.id, 'base64url'))
    const said = await verifier.verifyAssertion(credential, challenge, passkey)
    return welcome(context, await signInWithPasskey(store, { passkey, ...said }, context))
  },

  startPasskey: async ({ body: { currentPassword } }, context) => {
    const { store, userId, sessionId, now } = context
    const verifier = verifierOf(context)
    if (userId !== null) await limitGuesses(context, userId)
    const { person, passkeys } = await findAddingPerson(store, userId, currentPassword)
    const owner = { userId: person.id, sessionId }
    const challenge = await createPasskeyChallenge(store, owner, { now, lifeMs: passkeyCeremonyMs })
    return verifier.creationOptions(person, challenge, passkeys)
  },

  createPasskey: async ({ body: { name, credential } }, context) => {
    const { store, userId, sessionId, now } = context
    if (userId === null) throw new Fault('PERSON_REQUIRED')
    const verifier = verifierOf(context)
    const given = challengeOf(credential.response.clientDataJSON)
    const challenge = await takeChallenge(store, { userId, sessionId }, { challenge: given, now })
    const made = await verifier.verifyRegistration(credential, challenge)
    return present(await addPasskey(store, { ...made, userId, name }, now))
  },

  listPasskeys: async (_input, { store, userId }) => (await passkeysOf(store, userId)).map(present),

  renamePasskey: async ({ params: { id }, body: { name } }, { store, userId }) =>
    present(await changePasskeyName(store, userId, { id, name })),

  deletePasskey: ({ params: { id } }, { store, userId }) => removePasskey(store, userId, id),
} satisfies Partial<Handlers<RequestContext>>
