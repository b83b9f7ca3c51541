"""Which hosts do entities share that have nothing else to do with each other?

A page on github.com is not what a company's own domain is. A host is no proof when it is on the
list, or when the batch itself shows that it is shared: many entities carry it under names that have
no word in common.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TypeVar

Host = TypeVar("Host", bound=Hashable)

SHARED_HOSTS = frozenset(
    "about.me academia.edu airbnb.com alibaba.com amazon.co.uk amazon.com amazon.de angel.co"
    " apple.com apps.apple.com archive.org arxiv.org baidu.com bandcamp.com behance.net"
    " bit.ly bitbucket.org blogger.com blogspot.com bloomberg.com booking.com britannica.com"
    " bsky.app chrome.google.com codeberg.org companieshouse.gov.uk crates.io crunchbase.com"
    " dblp.org de.wikipedia.org dev.to discord.com discord.gg discogs.com docker.com"
    " docs.google.com doi.org drive.google.com dropbox.com dribbble.com dx.doi.org ebay.com"
    " en.wikipedia.org es.wikipedia.org etsy.com eventbrite.com facebook.com fb.com fb.me"
    " find-and-update.company-information.service.gov.uk flickr.com forbes.com"
    " fr.wikipedia.org gist.github.com github.com github.io gitlab.com glassdoor.com gmail.com"
    " goodreads.com goo.gl google.com hotmail.com huggingface.co hub.docker.com imdb.com"
    " indeed.com instagram.com issuu.com itunes.apple.com kaggle.com kickstarter.com"
    " last.fm linkedin.com linktr.ee m.facebook.com maps.google.com mastodon.social medium.com"
    " meetup.com microsoft.com mobile.twitter.com musicbrainz.org myspace.com ncbi.nlm.nih.gov"
    " notion.site notion.so npmjs.com nytimes.com opencorporates.com open.spotify.com orcid.org"
    " outlook.com patreon.com paypal.com pinterest.com play.google.com pubmed.ncbi.nlm.nih.gov"
    " quora.com qq.com reddit.com researchgate.net reuters.com scholar.google.com"
    " scribd.com sec.gov semanticscholar.org shopify.com sites.google.com slideshare.net"
    " snapchat.com soundcloud.com sourceforge.net spotify.com squarespace.com"
    " stackoverflow.com steamcommunity.com store.steampowered.com substack.com t.co t.me"
    " telegram.me threads.net tiktok.com tripadvisor.com trustpilot.com tumblr.com tinyurl.com"
    " twitch.tv twitter.com udemy.com upwork.com vimeo.com vk.com web.archive.org weebly.com"
    " weibo.com whatsapp.com wikidata.org wikimedia.org commons.wikimedia.org wikipedia.org"
    " wixsite.com wordpress.com x.com xing.com yahoo.com yelp.com youtu.be youtube.com"
    " zoom.us".split()
)
"""Hosts under which many unrelated entities have a page."""


def is_own(host: str, names: Iterable[str]) -> bool:
    """Whether an entity of these name keys is named as its host: GitHub is, at github.com."""
    labels = host.split(".")[:-1]
    return any(name.replace(" ", "") in labels for name in names)


UNRELATED = 4
"""Names without a word in common under one host, from which on the host is a shared one."""

_LOOKED_AT = 1000  # holders of one host that are looked at


def shared_in_batch(
    holders: Mapping[Host, Sequence[Iterable[str]]], least: int = UNRELATED
) -> frozenset[Host]:
    """Return the hosts that at least `least` entities carry whose names share no word.

    `holders` has, for each host (of a type), the name keys of each entity that carries it.
    """
    return frozenset(
        host
        for host, names in holders.items()
        if len(names) >= least and _unrelated(names[:_LOOKED_AT], least)
    )


def _unrelated(entities: Iterable[Iterable[str]], most: int) -> bool:
    """Whether there are at least `most` entities no two of which share a word."""
    seen: list[set[str]] = []
    for names in entities:
        words = {word for name in names for word in name.split()}
        related = [held for held in seen if not held.isdisjoint(words)]
        for held in related:
            words |= held
            seen.remove(held)
        seen.append(words)
    return len(seen) >= most
