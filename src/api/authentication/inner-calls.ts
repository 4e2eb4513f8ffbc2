import type { IncomingHttpHeaders } from 'node:http'
import { randomToken } from '#kernel'

/** Marks calls that this process makes of itself, for tools of agents. Nobody else can know its value. */
export const innerCallHeader = 'x-belfry-inner-call'
export const innerCallValue = randomToken(32)

export const isInnerCall = (headers: IncomingHttpHeaders): boolean => headers[innerCallHeader] === innerCallValue
