//! Deflate, cut while it runs. What came out before an error stays.

use flate2::{Decompress, FlushDecompress, Status};

use crate::budget::Room;
use crate::trouble::TroubleKind;

/// Bytes unpacked at a time; after each of them the limits are looked at.
const CHUNK: usize = 32 * 1024;

/// How a stream ended.
pub(crate) struct End {
    /// Packed bytes that were used.
    pub(crate) used: usize,
    /// Why it ended before its end.
    pub(crate) trouble: Option<TroubleKind>,
}

/// Unpacks one stream to the end of `out`, which may come to `room.bytes` in all.
pub(crate) fn inflate(packed: &[u8], room: Room, out: &mut Vec<u8>) -> End {
    let mut stream = Decompress::new(false);
    let mut chunk = vec![0; CHUNK];
    let begin = out.len();
    let mut used = 0;
    let trouble = loop {
        let before = (stream.total_in(), stream.total_out());
        let rest = packed.get(used..).unwrap_or_default();
        let status = stream.decompress(rest, &mut chunk, FlushDecompress::None);
        // Both counters also move where the stream turns out to be broken.
        let [read, written] = [stream.total_in() - before.0, stream.total_out() - before.1]
            .map(crate::little_endian::place);
        used += read;
        let kept = written.min(room.bytes.saturating_sub(out.len()));
        out.extend(chunk.iter().take(kept));
        let come = out.len() - begin;
        if kept < written {
            break Some(room.otherwise);
        } else if come > room.ratio_from && come / room.ratio.max(1) > used {
            break Some(TroubleKind::Ratio);
        }
        match status {
            Ok(Status::StreamEnd) => break None,
            Ok(_) if read > 0 || written > 0 => {}
            Ok(_) => break Some(TroubleKind::Broken("the packed bytes end too early")),
            Err(_) => break Some(TroubleKind::Broken("the packed bytes cannot be unpacked")),
        }
    };
    End { used, trouble }
}
