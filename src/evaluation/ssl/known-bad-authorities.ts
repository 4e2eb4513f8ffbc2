/**
 * Authorities that browsers have distrusted or whose keys are public, by the SHA-256 of their certificate. The
 * fingerprints are those of the list of blocked certificates of the Chromium project
 * (https://chromium.googlesource.com/chromium/src/+/main/net/data/ssl/blocklist/README.md, read in 2026); certificates
 * of single hosts on it are left out.
 */
const fingerprints: Readonly<Record<string, readonly string[]>> = {
  CNNIC: [
    '1c01c6f4dbb2fefc22558b2bca32563f49844acfc32b7be4b0ff599f9e8c7af7',
    'e28393773da845a679f2080cc7fb44a3b7a1c3792cb7eb7729fdcb6a8d99aea7',
    '2740d956b1127b791aa1b3cc644a4dbedba76186a23638b95102351a834ea861',
  ],
  'DCSSI (misissuing intermediate)': ['e54e9fc27e7350ff63a77764a40267b7e95ae5df3ed7df5336e8f8541356c845'],
  DigiNotar: [
    '0d136e439f0ab6e97f3a02a540da9f0641aa554e1d66ea51ae2920d51b2f7217',
    '294f55ef3bd7244c6ff8a68ab797e9186ec27582751a791515e3292e48372d61',
    '31c8fd37db9b56e708b03d1f01848b068c6da66f36fb5d82c008c6040fa3e133',
    '3946901f46b0071e90d78279e82fababca177231a704be72c5b0e8918566ea66',
    '450f1b421bb05c8609854884559c323319619e8b06b001ea2dcbb74a23aa3be2',
    '4fee0163686ecbd65db968e7494f55d84b25486d438e9de558d629d28cd4d176',
    '8a1bd21661c60015065212cc98b1abb50dfd14c872a208e66bae890f25c448af',
    '9ed8f9b0e8e42a1656b8e1dd18f42ba42dc06fe52686173ba2fc70e756f207dc',
    'a686fee577c88ab664d0787ecdfff035f4806f3de418dc9e4d516324fff02083',
    'b8686723e415534bc0dbd16326f9486f85b0b0799bf6639334e61daae67f36cd',
    'fdedb5bdfcb67411513a61aee5cb5b5d7c52af06028efc996cc1b05b1d6cea2b',
  ],
  'India NIC': [
    '67ed4b703d15dc555f8c444b3a05a32579cb7599bd19c9babe10c584ea327ae0',
    'a8e1dfd9cd8e470aa2f443914f931cfd61c323e94d75827affee985241c35ce5',
    'e4f9a3235df7330255f36412bc849fb630f8519961ec3538301deb896c953da5',
  ],
  TURKTRUST: [
    '372447c43185c38edd2ce0e9c853f9ac1576ddd1704c2f54d96076c089cb4227',
    '42187727be39faf667aeb92bf0cc4e268f6e2ead2cefbec575bdc90430024f69',
  ],
  'Dell eDellRoot and DSDTestProvider': [
    '0f912fd7be760be25afbc56bdc09cd9e5dcc9c6f6a55a778aefcb6aa30e31554',
    'ec30c9c3065a06bb07dc5b1c6b497f370c1ca65c0f30c08e042ba6bcecc78f2c',
  ],
  Mitel: [
    '2a33f5b48176523fd3c0d854f20093417175bfd498ef354cc7f38b54adabaf1a',
    '2d11e736f0427fd6ba4b372755d34a0edd8d83f7e9e7f6c01b388c9b7afa850d',
    '3ab0fcc7287454c405863e3aa204fea8eb0c50a524d2a7e15524a830cd4ab0fe',
    '60911c79835c3739432d08c45df64311e06985c5889dc5420ce3d142c8c7ef58',
  ],
  'Sennheiser HeadSetup': [
    '91e5cc32910686c5cac25c18cc805696c7b33868c280caf0c72844a2a8eb91e2',
    'ddd8ab9178c99cbd9685ea4ae66dc28bfdc9a5a8a166f7f69ad0b5042ad6eb28',
  ],
  Superfish: ['b6fe9151402bad1c06d7e66db67a26aa7356f2e6c644dbcf9f98968ff632e1b7'],
  'DigiCert (retired intermediates)': [
    '159ca03a88897c8f13817a212629df84ce824709492b8c9adb8e5437d2fc72be',
    'b8c1b957c077ea76e00b0f45bff5ae3acb696f221d2e062164fe37125e5a8d25',
  ],
  'E-GUVEN': ['8253da6738b60c5c0bb139c78e045428a0c841272abdcb952f95ff05ed1ab476'],
  'JCSI (retired intermediate)': ['d0d672c2547d574ae055d9e78a993ddbcc74044c4253fbfaca573a67d368e1db'],
  'Qaznet Trust Network': [
    '00309c736dd661da6f1eb24173aa849944c168a43a15bffd192eecfdb6f8dbd2',
    '61c0fc2e38b5b6f9071b42cee54a9013d858b6697c68b460948551b3249576a1',
    '1df696f021ab1c3ace9a376b07ed7256a40214cd3396d7934087614924e2d7ef',
  ],
  'SECOM (retired intermediate)': ['817d4e05063d5942869c47d8504dc56a5208f7569c3d6d67f3457cfe921b3e29'],
  'Symantec (retired intermediates)': [
    '1f17f2cbb109f01c885c94d9e74a48625ae9659665d6d7e7bc5a10332976370f',
    '3e26492e20b52de79e15766e6cb4251a1d566b0dbfb225aa7d08dda1dcebbf0a',
    '7abd72a323c9d179c722564f4e27a51dd4afd24006b38a40ce918b94960bcf18',
  ],
  'T-Systems (retired intermediate)': ['f4a5984324de98bd979ef181a100cf940f2166173319a86a0d9d7c8fac3b0a8f'],
  'WoSign and StartCom': [
    '4b22d5a6aec99f3cdb79aa5ec06838479cd5ecba7164f7f22dc1d65f63d85708',
    '7d8ce822222b90c0b14342c7a8145d1f24351f4d1a1fe0edfd312ee73fb00149',
    '8b45da1c06f791eb0cabf26be588f5fb23165c2e614bf885562d0dce50b29b02',
    'c766a9bef2d4071c863a31aa4920e813b2d198608cb7b7cfe21143b836df09ea',
    'c7ba6567de93a798ae1faa791e712d378fae1f93c4397fea441bb7cbe6fd5995',
    'd487a56f83b07482e85e963394c1ecc2c9e51d0903ee946b02c301581ed99e16',
    'd6f034bd94aa233f0297eca4245b283973e447aa590f310c77f48fdf83112254',
    'e17890ee09a3fbf4f48b9c414a17d637b7a50647e9bc752322727fcc1742a911',
    '4aefc3d39ef59e4d4b0304b20f53a8af2efb69edece66def74494abfc10a2d66',
    'cb954e9d80a3e520ac71f1a84511657f2f309d172d0bb55e0ec2c236e74ff4b4',
  ],
}

/** The name of a distrusted authority by the fingerprint of its certificate in lowercase hexadecimal. */
export const knownBadAuthorities: ReadonlyMap<string, string> = new Map(
  Object.entries(fingerprints).flatMap(([name, list]) => list.map((fingerprint) => [fingerprint, name] as const)),
)
