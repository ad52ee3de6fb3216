/** A file as systemd's EnvironmentFile and a shell read it: NAME=value, the value quoted where a shell would need it. */
export function readEnvironment(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return Object.fromEntries(
    lines.map((line) => {
      const [, name, quoted, plain] = /^([A-Z_]+)=(?:"([^"$`\\]*)"|([^\s"'<>|&;$`\\]*))$/.exec(line) ?? []
      if (name === undefined) throw new Error(`'${line}' is read differently by a shell and by systemd`)
      return [name, quoted ?? plain ?? '']
    }),
  )
}
