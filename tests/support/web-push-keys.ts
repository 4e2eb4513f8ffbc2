import type { WebPushKeys } from '#channels'

/** The keys of an installation of the tests. */
export const webPushKeys: WebPushKeys = {
  publicKey: 'BC2BPpW9wKCtnjm3bjFVqqTTAUWF7fdPd5r_tLVR-NmhzgdlUG-wqcm1v_cUs5gLgaEnbxfBXh7nSN4pZ6JjWkU',
  privateKey: '0I2ga-6HpFPKkO3KAEuOaLQen6G-DIosvQ4oSlLAltU',
}
