"""The network that an address belongs to: who shares a limit."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address

HOUSEHOLD, SITE = 64, 48  # bits of an IPv6 address: what a household or school is given, and a company or host


def network_of(address: str, bits: int = HOUSEHOLD) -> str:
    """Return the network of an address: of IPv6 the first bits, else the address.

    Examples
    --------
    >>> network_of("192.0.2.1"), network_of("2001:db8:1:2:3::4"), network_of("::ffff:192.0.2.1"), network_of("unix")
    ('192.0.2.1', '2001:db8:1:2::', '192.0.2.1', 'unix')
    >>> network_of("2001:db8:1:2:3::4", SITE)
    '2001:db8:1::'
    """
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return address
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(IPv6Address(int(parsed) >> 128 - bits << 128 - bits))
