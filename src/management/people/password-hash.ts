import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Argon2Parameters } from 'node:crypto'
import { passwordTurns } from '#kernel'

/** Runs beside the event loop, when its turn comes. */
const derive = (person: string, parameters: Argon2Parameters): Promise<Buffer> =>
  passwordTurns.run(
    person,
    () =>
      new Promise((resolve, reject) => {
        argon2('argon2id', parameters, (error, tag) => (error ? reject(error) : resolve(tag)))
      }),
  )

/** RFC 9106 in the second configuration that the OWASP Password Storage Cheat Sheet recommends; memory in KiB. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 } as const
const saltBytes = 16
const tagBytes = 32

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replace(/=+$/, '')

/** A password that is hashed, and whose it is, by id or address: they take turns. */
export interface GivenPassword {
  readonly password: string
  readonly person: string
}

/** The hash of a password in the PHC string format, with a separate salt. Throws TOO_MANY_PASSWORDS. */
export async function hashPassword({ password, person }: GivenPassword): Promise<string> {
  const nonce = randomBytes(saltBytes)
  const tag = await derive(person, { message: normalized(password), nonce, tagLength: tagBytes, ...cost })
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(nonce)}$${base64(tag)}`
}

const format = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/

/**
 * Whether a password has this hash. Takes as long without a hash, so that the time tells nothing about it. Throws
 * TOO_MANY_PASSWORDS.
 */
export async function isPassword({ password, person }: GivenPassword, hash: string | null): Promise<boolean> {
  const [, memory, passes, parallelism, salt, expected] = format.exec(hash ?? '') ?? []
  if (salt === undefined || expected === undefined) {
    await hashPassword({ password, person })
    return false
  }
  const tag = Buffer.from(expected, 'base64')
  const found = await derive(person, {
    message: normalized(password),
    nonce: Buffer.from(salt, 'base64'),
    tagLength: tag.byteLength,
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  })
  return timingSafeEqual(found, tag)
}

/** Keyboards differ in how they compose characters (NIST SP 800-63B, 5.1.1.2). */
const normalized = (password: string): string => password.normalize('NFKC')
