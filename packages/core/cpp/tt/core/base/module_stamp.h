// The build stamp (tt/core/module/stamp.h) that a module was compiled against. Each module defines it in a unit of its
// own: any edit of a header of core changes the stamp, and then nothing dear has to be compiled for it.
#pragma once

namespace tt {

const char* module_stamp();

}  // namespace tt
