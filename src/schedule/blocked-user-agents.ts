/** Programs that fetch links to preview or index them. Their requests of a ping URL are not pings. */
export const blockedUserAgents = [
  'Twitterbot',
  'Slackbot',
  'Googlebot',
  'Discordbot',
  'Facebot',
  'TelegramBot',
  'WhatsApp',
  'LinkedInBot',
] as const

/** Whether a User-Agent header names one of `blockedUserAgents`, in any case and with any version. */
export function isBlockedUserAgent(userAgent: string | undefined): boolean {
  const given = (userAgent ?? '').toLowerCase()
  return blockedUserAgents.some((name) => given.includes(name.toLowerCase()))
}
