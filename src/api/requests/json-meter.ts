import { depthMax, tooDeep } from './unsafe-json.ts'
import type { Problem } from '#validation'

/** Objects with many different names take longest to parse. */
const fieldsMax = 1000

const tooManyValues = (limit: number): Problem => ({
  path: '',
  rule: 'maxValues',
  parameters: { limit },
  message: `must not have more than ${limit} values`,
})
const tooManyFields: Problem = {
  path: '',
  rule: 'maxProperties',
  parameters: { limit: fieldsMax },
  message: `must not have an object of more than ${fieldsMax} fields`,
}

const [quote, comma, backslash] = [0x22, 0x2c, 0x5c]
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]
/** No body has so many items. */
const listBase = -(1 << 30)

/**
 * Reads JSON as it arrives and reports when parsing it would cost more than its length suggests: too many values, too
 * many fields of one object, too deep. Whether it is JSON at all is left to the parser. Stores nothing of it.
 */
export class JsonMeter {
  readonly #valuesMax: number
  #values = 0
  #depth = 0
  #isText = false
  #isEscaped = false
  /** The fields so far of the object at each depth; far below zero for a list. */
  readonly #fields = new Int32Array(depthMax + 1)

  constructor(valuesMax: number) {
    this.#valuesMax = valuesMax
  }

  /** Takes the next bytes in UTF-8. Returns the problem with what arrived so far, or undefined. */
  feed(bytes: Uint8Array): Problem | undefined {
    for (let index = 0; index < bytes.length; index += 1) {
      if (this.#isText) index = this.#skipText(bytes, index)
      else {
        const problem = this.#take(bytes[index] ?? 0)
        if (problem !== undefined) return problem
      }
    }
    return undefined
  }

  /** The position of the quotation mark that ends the string, or of the last byte. */
  #skipText(bytes: Uint8Array, from: number): number {
    let isEscaped = this.#isEscaped
    let index = from
    for (; index < bytes.length; index += 1) {
      const byte = bytes[index]
      if (isEscaped) isEscaped = false
      else if (byte === backslash) isEscaped = true
      else if (byte === quote) break
    }
    this.#isEscaped = isEscaped
    this.#isText = index === bytes.length
    return index
  }

  #take(byte: number): Problem | undefined {
    if (byte === quote) this.#isText = true
    else if (byte === comma) return this.#count()
    else if (byte === openList || byte === openObject) return this.#open(byte === openList ? listBase : 1)
    else if (byte === closeList || byte === closeObject) this.#depth = Math.max(0, this.#depth - 1)
    return undefined
  }

  #count(): Problem | undefined {
    const fields = (this.#fields[this.#depth] ?? 0) + 1
    this.#fields[this.#depth] = fields
    this.#values += 1
    if (fields > fieldsMax) return tooManyFields
    return this.#problemOfCount()
  }

  #open(fields: number): Problem | undefined {
    this.#values += 1
    this.#depth += 1
    if (this.#depth > depthMax) return tooDeep
    this.#fields[this.#depth] = fields
    return this.#problemOfCount()
  }

  #problemOfCount(): Problem | undefined {
    return this.#values > this.#valuesMax ? tooManyValues(this.#valuesMax) : undefined
  }
}
