import type { ChannelImplementation } from '../channel-implementation.ts'
import { deliverEmail } from './deliver-email.ts'

export const EMAIL: ChannelImplementation<'EMAIL'> = { deliver: deliverEmail }
