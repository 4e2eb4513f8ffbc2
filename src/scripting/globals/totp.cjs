// Gives scripts and suites the global function `totp`. It runs beside user code, so that what it knows, user code can know.
'use strict'

const algorithms = new Map([
  ['SHA1', 'SHA1'],
  ['SHA256', 'SHA256'],
  ['SHA512', 'SHA512'],
])

/** `packages` finds the package otpauth, `offsetMs` is how far the time of the service is ahead of this machine. */
function offerTotp(packages, offsetMs, machineTime = Date.now) {
  /** The code of this moment (RFC 6238) for the secret in the variable of this name. */
  function totp(name, options = {}) {
    try {
      return generatorOf(packages('otpauth'), secretIn(name), options).generate({ timestamp: machineTime() + offsetMs })
    } catch (error) {
      // From here on without the error of the library, which can quote the secret.
      const problem = error instanceof Problem ? error.message : 'its value cannot be read'
      throw positioned(new Error(`totp(${JSON.stringify(name)}): ${problem}.`), totp)
    }
  }
  Object.defineProperty(globalThis, 'totp', { value: totp, configurable: true, writable: true })
}

class Problem extends Error {}

/** With the position in the script, which is what an author can change. */
function positioned(error, below) {
  Error.captureStackTrace?.(error, below)
  return error
}

function secretIn(name) {
  if (typeof name !== 'string' || name === '')
    throw new Problem("the name of a variable with the secret is missing, as in totp('SHOP_TOTP')")
  const value = process.env[name]?.trim()
  if (value) return value
  throw new Problem('there is no such variable, or it is empty; set it as a secret variable')
}

function generatorOf({ URI, TOTP, Secret }, secret, options) {
  if (/^otpauth:/i.test(secret)) return generatorOfAddress(URI, TOTP, secret)
  const base32 = secret.replace(/[\s-]/g, '').replace(/=+$/, '').toUpperCase()
  if (!/^[A-Z2-7]+$/.test(base32))
    throw new Problem(
      'the value of the variable is neither a base32 secret (letters A to Z, digits 2 to 7) nor an otpauth:// address',
    )
  return new TOTP({ secret: Secret.fromBase32(base32), ...optionsOf(options) })
}

function generatorOfAddress(URI, TOTP, address) {
  let parsed
  try {
    parsed = URI.parse(address)
  } catch {
    throw new Problem('the otpauth:// address in the variable is not complete or has a value that does not exist')
  }
  if (parsed instanceof TOTP) return parsed
  throw new Problem('the otpauth:// address in the variable is of codes by a counter (hotp), not by time (totp)')
}

function optionsOf({ algorithm = 'SHA1', digits = 6, period = 30 }) {
  const known = algorithms.get(String(algorithm).replace('-', '').toUpperCase())
  if (known === undefined) throw new Problem('the algorithm must be SHA-1, SHA-256 or SHA-512')
  if (!isBetween(digits, 6, 10)) throw new Problem('digits must be a whole number from 6 to 10')
  if (!isBetween(period, 1, 3600)) throw new Problem('period must be a whole number of seconds from 1 to 3600')
  return { algorithm: known, digits, period }
}

const isBetween = (value, least, most) => Number.isInteger(value) && value >= least && value <= most

module.exports = { offerTotp }
