export interface QuotaLimits {
  perNetwork: number;
  inAll: number;
}

export interface NetworkQuota {
  /**
   * `network` is undefined for many visitors together, who count only towards the limit for all. Returns what to call
   * when they leave, or the limit that is reached.
   */
  enter: (network: string | undefined) => (() => void) | keyof QuotaLimits;
}

export function createNetworkQuota(most: QuotaLimits): NetworkQuota {
  const counts = new Map<string, number>();
  let all = 0;

  function leave(network: string | undefined): void {
    all--;
    if (network === undefined) return;
    const left = (counts.get(network) ?? 0) - 1;
    if (left > 0) counts.set(network, left);
    else counts.delete(network);
  }

  return {
    enter(network) {
      const count = network === undefined ? 0 : (counts.get(network) ?? 0);
      if (network !== undefined && count >= most.perNetwork) return 'perNetwork';
      if (all >= most.inAll) return 'inAll';
      all++;
      if (network !== undefined) counts.set(network, count + 1);
      let isThere = true;
      return () => {
        if (isThere) leave(network);
        isThere = false;
      };
    },
  };
}
