/** The characters of the GSM 7-bit alphabet (3GPP TS 23.038), and those of its extension, which count twice. */
const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const extended = '^{}\\[~]|€\f'

/** Characters of one message, and of each part of a longer one, which has a header as well. */
const sizes = { gsm: { whole: 160, part: 153 }, unicode: { whole: 70, part: 67 } }

/** The characters of a text message as it is charged, and the parts that it is sent in. */
export function partsOfSms(text: string): { readonly characters: number; readonly parts: number } {
  const isGsm = Array.from(text).every((character) => basic.includes(character) || extended.includes(character))
  const { whole, part } = isGsm ? sizes.gsm : sizes.unicode
  const characters = isGsm
    ? Array.from(text).reduce((sum, character) => sum + (extended.includes(character) ? 2 : 1), 0)
    : text.length
  return { characters, parts: characters <= whole ? 1 : Math.ceil(characters / part) }
}
