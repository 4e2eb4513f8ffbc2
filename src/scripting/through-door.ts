import type { InstalledRuntime } from './runtimes/find-installed.ts'

type Chromium = NonNullable<InstalledRuntime['chromium']>

/**
 * A Chromium that sends everything through the door, what this machine listens on included. Only Chromium is told: requests
 * of Playwright itself connect as those of any program inside, and fail in the words of Node.
 */
export const throughDoor = (chromium: Chromium, doorUrl: string | null): Chromium =>
  doorUrl === null ? chromium : { ...chromium, args: [...chromium.args, ...proxyArguments(doorUrl)] }

/** With SOCKS the browser speaks to the target itself, and names are resolved by the door. */
const proxyArguments = (doorUrl: string): readonly string[] => [
  `--proxy-server=${doorUrl.replace(/^http:/, 'socks5:')}`,
  '--proxy-bypass-list=<-loopback>',
]
