/** CPU time of this thread so far, in milliseconds. Other programs on the machine do not change it, as they do clocks. */
export function threadMilliseconds(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
