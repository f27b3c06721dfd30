#!/usr/bin/env python3
"""Print the gene that a stable id belongs to, from the folder of an index.

Usage: python3 read_gene.py <index folder> <stable id of a gene, transcript or protein>
       python3 read_gene.py index ENSG00000182378

Prints a line of JSON for each gene with that id, nearly always one. Needs only Python 3.8 or later. It follows
docs/FORMAT.md, whose sections are named in brackets, and prefers short code to speed.
"""
import itertools
import json
import os
import re
import struct
import sys
import zlib

# The only versions that this reader knows [Format versions].
ROOT, SORTED, INTERVAL = 8, 6, 4


def require(condition, message):
    if not condition:
        raise ValueError(message)


class Bytes:
    """Reads fields one after the other [Conventions]."""

    def __init__(self, data, at=0):
        self.data, self.at = data, at

    def take(self, count):
        self.at += count
        require(self.at <= len(self.data), "the index is damaged: a field goes beyond the end of its bytes")
        return self.data[self.at - count : self.at]

    def u32(self):
        return struct.unpack("<I", self.take(4))[0]

    def varint(self):
        byte = self.take(1)[0]
        return byte if byte < 128 else byte - 128 + 128 * self.varint()

    def varints(self, count):
        return [self.varint() for _ in range(count)]

    def text(self):
        return self.take(self.varint()).decode()


def check_header(data, letter, version, where):
    """[Object header]"""
    require(len(data) > 7 and data[:7] == b"GEDGE-" + letter, f"{where} is not what an index has in this place")
    require(data[7] == version, f"{where} has format version {data[7]}; this reader knows version {version}")


def read_document(data, where):
    """The JSON and the attachments of a root, or of a genome [Document, Root]."""
    check_header(data, b"D", ROOT, where)
    fields = Bytes(data, 8)
    checksum, length = fields.u32(), fields.u32()
    head = Bytes(fields.take(length))
    require(zlib.crc32(data[12 : fields.at]) == checksum, f"{where} is damaged")
    value = json.loads(head.text())
    sizes = [(head.text(), head.varint()) for _ in range(head.varint())]
    require(fields.at + sum(size for _, size in sizes) == len(data), f"{where} does not have the length that it states")
    attached = {name: fields.take(size) for name, size in sizes}
    require(zlib.crc32(attached["/shapes"]) == value["sum"], f"{where} is damaged in /shapes")
    return value, attached


def read_root(folder):
    """The manifest and the attachments of the current release [Root]."""
    path = os.path.join(folder, "current")
    require(os.path.isfile(path), f"{folder} is not an index: it has no file named current")
    with open(path, "rb") as file:
        manifest, attached = read_document(file.read(), path)
    for shape, known in ("sorted table", SORTED), ("interval table", INTERVAL):
        found = manifest["formats"][shape]
        require(found == known, f"the release has a {shape} of version {found}; this reader knows version {known}")
    genomes = manifest["genomes"]
    manifest["genomes"] = [dict(zip(genomes["fields"], row)) for row in genomes["rows"]]
    return manifest, attached


def read_genome(folder, manifest, attached, index):
    """The fields of a genome that the manifest lacks [Root]."""
    start, end = [0, *manifest["genomeEnds"]][index : index + 2]
    if "genomeDocuments" in manifest:
        document, _ = read_block(folder, manifest["genomeDocuments"], start, end - start)
    else:
        document = attached["/genomes"][start:end]
    return read_document(document, f"genome {index} of the release")[0]


def block_content(data, object_name, offset):
    """The content of a block, and whether its records are packed [Block]."""
    where = f"the block at {offset} of {object_name}"
    parts = object_name.split("/")[-1].split(".")  # <name>-<hash>.<number>.bin, or without the number
    codec, fields = data[0], Bytes(data, 1)
    require(codec in ((0, 1, 5), (2, 3, 7))[len(parts) == 3], f"{where} has an unknown codec: {codec}")
    if len(parts) == 3:
        high, low = divmod(offset, 2**32)
        mark = (int(parts[1], 16) + 0x9E3779B1 * low + 0x85EBCA6B * high) % 2**32
        require(fields.u32() == mark, f"{where} belongs to another place or release")
    if codec in (0, 2):
        checksum, content = fields.u32(), data[fields.at :]
        require(zlib.crc32(content) == checksum, f"{where} is damaged")
        return content, False
    gzip = zlib.decompressobj(wbits=31)  # one gzip member, whose CRC-32 and length it checks
    try:
        content = gzip.decompress(data[fields.at :])
    except zlib.error as error:
        raise ValueError(f"{where} is damaged: {error}") from error
    require(gzip.eof and not gzip.unused_data, f"{where} is damaged")
    return content, codec in (5, 7)


def read_block(folder, table, offset, length):
    with open(os.path.join(folder, table["object"]), "rb") as file:
        file.seek(offset)
        data = file.read(length)
    require(len(data) == length > 0, f"{table['object']} ends before the block at {offset}")
    return block_content(data, table["object"], offset)


def restore(fields, shared, further):
    """Byte strings of which each begins like the one before it."""
    values = [b""]
    for count, more in zip(shared, further):
        values.append(values[-1][:count] + fields.take(more))
    return values[1:]


def read_records(folder, table, offset, length, letter, version):
    """Keys and values of a sorted table's block; regions and payloads of an interval table's block [Record block]."""
    content, packed = read_block(folder, table, offset, length)
    require(content[:2] == letter + bytes([version]), f"the block at {offset} of {table['object']} has another shape")
    fields = Bytes(content, 4)
    count = fields.u32()
    if packed:  # All sizes come first, then all keys, then all values.
        first = [fields.varints(count) for _ in range(2 if letter == b"S" else 3)]
        sizes = fields.varints(count), fields.varints(count)
        keys = restore(fields, *first) if letter == b"S" else itertools.accumulate(first[0])
        return list(zip(keys, restore(fields, *sizes)))
    starts = struct.unpack(f"<{count + 1}I", fields.take(4 * (count + 1)))
    records = [Bytes(content[start:end]) for start, end in zip(starts, starts[1:])]
    if letter == b"S":
        return [(record.take(record.varint()), record.data[record.at :]) for record in records]
    return [(record.u32(), record.data[12:]) for record in records]


def find_key(folder, table, directory, key):
    """The values of a key in a sorted table [Directory, Sorted table]."""
    check_header(directory, b"S", SORTED, f"a directory of {table['object']}")
    level, count = directory[8], Bytes(directory, 12).u32()
    entries = []  # separator, whether it continues a key, offset and length of the target
    for group in range((count + 31) // 32):
        fields = Bytes(directory, Bytes(directory, 24 + 4 * group).u32())
        target, separator = fields.varint(), b""
        for _ in range(min(32, count - 32 * group)):
            length, flags, further = fields.varints(3)
            separator = separator[: flags // 2] + fields.take(further)
            entries.append((separator, flags % 2 == 1, target, length))
            target += length
    first = last = sum(entry[0] <= key for entry in entries) - 1  # the separators ascend
    while first > 0 and entries[first][1] and entries[first][0] == key:
        first -= 1
    targets = [entry[2:] for entry in entries[first : last + 1]]
    if level == 1:
        leaves = [read_block(folder, table, *target)[0] for target in targets]
        return [value for leaf in leaves for value in find_key(folder, table, leaf, key)]
    blocks = [read_records(folder, table, *target, b"S", SORTED) for target in targets]
    return [value for block in blocks for found, value in block if found == key]


def find_id(folder, manifest, attached, stable_id):
    """The records of an id, as a whole or without the version that it ends in [Stable ids]."""
    table = manifest["ids"]
    try:
        directory, _ = block_content(attached[table["attached"]], table["object"], table["directory"][0])
    except (KeyError, ValueError):  # not in the root, or damaged there: the object has the same bytes
        directory, _ = read_block(folder, table, *table["directory"])
    key, version = stable_id.lower(), re.search(r"\.([0-9]+)$", stable_id)
    found = [json.loads(value) for value in find_key(folder, table, directory, key.encode())]
    if not found and version:
        values = find_key(folder, table, directory, key[: version.start()].encode())
        found = [record for record in map(json.loads, values) if record[2] == int(version[1])]
    require(found, f"release {manifest['id']} has no gene, transcript, protein or exon {stable_id}")
    return found


def genes_of(folder, stable_id):
    """The genes that an id belongs to, those of core databases first [Genes]."""
    manifest, attached = read_root(folder)
    names = manifest["genomes"]
    places = {(record[1], *record[4:7]) for record in find_id(folder, manifest, attached, stable_id)}
    for genome, offset, length, index in sorted(places, key=lambda place: (names[place[0]]["group"] != "core", place)):
        table = read_genome(folder, manifest, attached, genome)["tables"]["genes"]
        region, payload = read_records(folder, table, offset, length, b"I", INTERVAL)[index]
        fields = Bytes(payload)
        head, body = json.loads(fields.text()), json.loads(payload[fields.at :])
        require(head["region"]["ordinal"] == region, f"the record of {head['id']} contradicts its place in the table")
        yield {"species": names[genome]["species"], "group": names[genome]["group"], **head, **body}


if __name__ == "__main__":
    try:
        require(len(sys.argv) == 3, __doc__.split("\n\n")[1])
        for found in genes_of(sys.argv[1], sys.argv[2]):
            print(json.dumps(found))
    except (ValueError, OSError) as error:
        sys.exit(f"read_gene: {error}")
