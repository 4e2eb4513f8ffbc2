import { webLink } from '../alert-event.ts'
import { alertLooks, readableFacts } from '../alert-look.ts'
import { cutText } from '../cut-text.ts'
import type { Preset } from './preset.ts'

/** Discord takes 6000 characters in one embed, and escaping doubles a value at worst. */
const limits = { title: 256, description: 1500, field: 150, fields: 25 }

/** One embed in the colour of the state. Nothing in it mentions anybody. */
export const discord: Preset = {
  contentType: 'application/json',
  body: (facts) => {
    const look = alertLooks[facts.alertType]
    const link = webLink(facts)
    return {
      allowed_mentions: { parse: [] },
      embeds: [
        {
          title: cutText(`${look.symbol} ${facts.alertTitle}`, limits.title),
          ...(link === null ? {} : { url: link }),
          color: Number.parseInt(look.colour.slice(1), 16),
          ...(facts.checkErrorMessage === '' ? {} : { description: codeBlock(facts.checkErrorMessage) }),
          fields: readableFacts(facts)
            .slice(0, limits.fields)
            .map(([name, value]) => ({ name, value: plain(cutText(value, limits.field)), inline: true })),
          timestamp: facts.startedAt,
        },
      ],
    }
  },
}

/** Backticks inside would end the code block early. */
const codeBlock = (text: string): string => `\`\`\`\n${cutText(text.replaceAll('`', 'ˋ'), limits.description)}\n\`\`\``

/** Discord reads Markdown; a value shall stay what it is. */
const plain = (text: string): string => text.replaceAll(/[\\`*_~|[\]<>]/g, String.raw`\$&`)
